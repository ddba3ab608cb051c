import { isJsonObject } from '@lamppost/protocol';
import { isMarkedInteger, writeLossless } from '../json/lossless-json.ts';

/** So much of a rejected event is kept: enough to see what it was, whatever a client sends. */
export const MAX_REJECTED_BYTES = 8_192;
const MAX_TEXT = 256;
/** What says whose and which event it is comes first, so that it is there whatever follows. */
const FIRST_MEMBERS = ['event_id', 'event', 'metric_name', 'type', 'timestamp', 'user_id', 'device_id', 'context'];
const FIRST_OF_CONTEXT = ['user', 'device', 'session', 'user_id', 'device_id'];

/**
 * The JSON of a rejected element, from `parseLossless`. One that is too large is pruned, still valid JSON with `truncated`
 * and `size`: long texts are cut, and members are left out when there is no room. Texts that stay are whole unless they
 * are longer than an id can be, so an erasure finds ids in what is kept, and nothing of what is not.
 */
export function boundRejected(element: unknown): string {
  const whole = writeLossless(element);
  const size = Buffer.byteLength(whole);
  if (size <= MAX_REJECTED_BYTES) return whole;
  const head = { truncated: true, size };
  // Escapes and several bytes a character make the text longer than the budget counts: then less of it.
  for (let budget = MAX_REJECTED_BYTES; ; budget = Math.floor(budget / 2)) {
    const pruned = prune(element, new Budget(budget), FIRST_MEMBERS);
    const json = writeLossless(isJsonObject(pruned) ? { ...head, ...pruned, ...head } : { ...head, value: pruned });
    if (Buffer.byteLength(json) <= MAX_REJECTED_BYTES) return json;
  }
}

class Budget {
  #left: number;

  constructor(characters: number) {
    this.#left = characters;
  }

  /** Whether there was room. */
  spend(characters: number): boolean {
    if (characters > this.#left) return false;
    this.#left -= characters;
    return true;
  }
}

/** Undefined when there is no room for any of it. */
function prune(value: unknown, budget: Budget, first: readonly string[]): unknown {
  if (typeof value === 'string') return pruneText(value, budget);
  if (Array.isArray(value)) return budget.spend(3) ? pruneList(value, budget) : undefined;
  if (isJsonObject(value)) return budget.spend(3) ? pruneObject(value, budget, first) : undefined;
  return budget.spend(24) ? value : undefined;
}

function pruneText(text: string, budget: Budget): string | null | undefined {
  const cut = text.length <= MAX_TEXT ? text : isMarkedInteger(text) ? null : `${text.slice(0, MAX_TEXT)}…`;
  return budget.spend((cut?.length ?? 4) + 4) ? cut : undefined;
}

function pruneList(list: readonly unknown[], budget: Budget): unknown[] {
  const kept: unknown[] = [];
  for (const item of list) {
    const pruned = prune(item, budget, []);
    if (pruned === undefined) break;
    kept.push(pruned);
  }
  return kept;
}

function pruneObject(object: Record<string, unknown>, budget: Budget, first: readonly string[]): object {
  const kept: Record<string, unknown> = {};
  for (const name of [...first.filter((known) => known in object), ...Object.keys(object)]) {
    if (Object.hasOwn(kept, name) || !budget.spend(name.length + 4)) continue;
    const pruned = prune(object[name], budget, name === 'context' ? FIRST_OF_CONTEXT : []);
    if (pruned !== undefined) kept[name] = pruned;
  }
  return kept;
}
