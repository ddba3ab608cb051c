import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventsRecord, scope } from '../../compose/testing/sample-log.ts';
import { until } from '../../compose/testing/sample-process.ts';
import { SampleStore } from '../../compose/testing/sample-store.ts';
import { storedUpToQuery } from './fresh-events.ts';
import { LiveTail } from './live-tail.ts';

let sample: SampleStore;
let tail: LiveTail;
let sent: string[];
let notices: string[];
beforeEach(async () => {
  sample = await SampleStore.open();
  await sample.load(eventsRecord({ event: 'one' }, { event: 'two' }));
  [sent, notices] = [[], []];
  tail = new LiveTail(
    sample.analytics,
    (_, { rows }) => sent.push(...rows.map((row) => (JSON.parse(row) as { event: string }).event)),
    (notice) => notices.push(notice),
  );
});
afterEach(async () => {
  tail.remove(1);
  await sample.close();
});

const watch = (): void => tail.add(1, { scope, filter: {}, includeFailed: true }, []);
const both = (): boolean => sent.length === 2;
const moveEvents = (from: string, to: string) => sample.connection.run(`ALTER TABLE recent.${from} RENAME TO ${to}`);

test('what a look could not tell is reported without another load, and the failure is noticed', async () => {
  await moveEvents('events', 'events_elsewhere');
  watch();
  await until(() => notices.length > 0);
  expect(sent).toEqual([]);
  await moveEvents('events_elsewhere', 'events');
  await until(both);
  expect(sent).toEqual(['one', 'two']);
  expect(notices[0]).toMatch(/^Could not notify the live view: .*events/);
});

test('a store that is not there for a moment is asked again without a word', async () => {
  sample.state = 'rebuilding';
  watch();
  await expect(sample.analytics.run(storedUpToQuery, {})).rejects.toThrow('rebuilding');
  sample.state = 'ready';
  await until(both);
  expect(sent).toEqual(['one', 'two']);
  expect(notices).toEqual([]);
});

test('what was reported is not told again by the looks that follow', async () => {
  watch();
  await until(both);
  await sample.load(eventsRecord({ event: 'three' }));
  tail.look();
  await until(() => sent.length > 2);
  expect(sent).toEqual(['one', 'two', 'three']);
});
