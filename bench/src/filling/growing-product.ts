import { DAY_MS } from '../harness/units.ts';
import type { BatchSource } from './segment-writer.ts';

const names = ['$session_start', 'recipe_viewed', 'cart_item_added', 'checkout_started', 'purchase_completed'];
const days = 90;

/** Events of ever more persons over ninety days, small and quick to make; the same ones for the same seed. */
export function growingBatches(seed: number, expectedEvents: number, eventsPerPerson = 20): BatchSource {
  const persons = Math.ceil(expectedEvents / eventsPerPerson);
  const untilMs = Date.now();
  let [made, state] = [0, seed];
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  return (events) => {
    // A few persons do most, and days go on as events come.
    const person = Math.floor(persons * random() ** 2);
    const startMs = untilMs - days * DAY_MS * (1 - Math.min(1, made / expectedEvents));
    const list: string[] = [];
    for (let at = 0; at < events; at++) {
      const name = names[Math.floor(names.length * random() ** 2)];
      const timestamp = new Date(startMs + at * 1_000).toISOString();
      const price = Math.floor(10_000 * random()) / 100;
      list.push(
        `{"event":"${name}","event_id":"${idOf(seed, made + at)}","timestamp":"${timestamp}","properties":{"price":${price},"source":"s${Math.floor(20 * random())}"}}`,
      );
    }
    made += events;
    const user = person % 3 === 0 ? `"id":"user-${person}",` : '';
    const platform = ['web', 'ios', 'android'][person % 3];
    return `{"batch":[${list.join(',')}],"context":{"user":{${user}"anonymous_id":"anon-${person}"},"device":{"id":"dev-${person}","platform":"${platform}","country":"DE"},"app":{"version":"4.${made % 7}.0"},"session":{"id":"s-${person}-${made}"}}}`;
  };
}

/** A UUID that says which event it is; spread over all digits like a real one. */
function idOf(seed: number, event: number): string {
  const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
  const [a, b] = [Math.imul(event ^ (event >>> 15), 0x2c1b3c6d), Math.imul(event ^ seed, 0x45d9f3b)];
  const [c, d] = [hex(event), hex(a ^ b)];
  return `${hex(a)}-${hex(b).slice(0, 4)}-4${c.slice(0, 3)}-8${c.slice(3, 6)}-${c.slice(6)}${d}${hex(seed).slice(6)}`;
}
