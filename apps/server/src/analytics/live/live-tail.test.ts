import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventsRecord, scope } from '../../compose/testing/sample-log.ts';
import { until } from '../../compose/testing/sample-process.ts';
import { SampleStore } from '../../compose/testing/sample-store.ts';
import { storedUpToQuery } from './fresh-events.ts';
import { LiveTail } from './live-tail.ts';

let sample: SampleStore;
let tail: LiveTail;
let told: string[];
let notices: string[];
beforeEach(async () => {
  sample = await SampleStore.open();
  await sample.load(eventsRecord({ event: 'one' }, { event: 'two' }));
  [told, notices] = [[], []];
  tail = new LiveTail(
    sample.answers,
    (_, { rows }) => told.push(...rows.map((row) => (JSON.parse(row) as { event: string }).event)),
    (notice) => notices.push(notice),
  );
});
afterEach(async () => {
  tail.remove(1);
  await sample.close();
});

const watch = (): void => tail.add(1, { scope, filter: {}, includeFailed: true }, []);
const both = (): boolean => told.length === 2;
const moveEvents = (from: string, to: string) => sample.connection.run(`ALTER TABLE recent.${from} RENAME TO ${to}`);

test('what a look could not tell is told without another load, and the failure is noticed', async () => {
  await moveEvents('events', 'events_elsewhere');
  watch();
  await until(() => notices.length > 0);
  expect(told).toEqual([]);
  await moveEvents('events_elsewhere', 'events');
  await until(both);
  expect(told).toEqual(['one', 'two']);
  expect(notices[0]).toMatch(/^the live view could not be told: .*events/);
});

test('a store that is not there for a moment is asked again without a word', async () => {
  sample.state = 'rebuilding';
  watch();
  await expect(sample.answers.ask(storedUpToQuery, {})).rejects.toThrow('rebuilding');
  sample.state = 'ready';
  await until(both);
  expect(told).toEqual(['one', 'two']);
  expect(notices).toEqual([]);
});

test('what was told is not told again by the looks that follow', async () => {
  watch();
  await until(both);
  await sample.load(eventsRecord({ event: 'three' }));
  tail.look();
  await until(() => told.length > 2);
  expect(told).toEqual(['one', 'two', 'three']);
});
