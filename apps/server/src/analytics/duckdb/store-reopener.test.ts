import { expect, test } from 'vitest';
import { eventsRecord, scope } from '../../compose/testing/sample-log.ts';
import { SampleProcess, until } from '../../compose/testing/sample-process.ts';
import { countEventsQuery } from '../../features/events/queries/events.ts';
import { userSqlQuery } from '../../features/insights/queries/user-sql.ts';

const EVENTS = 20;
const events = Array.from({ length: EVENTS }, (_, at) => ({ event: `e${at}`, event_id: `id ${at}` }));
const names = events.map(({ event }) => event).sort();

const reopeningAfter = (rows: number, failPoints = ''): SampleProcess =>
  new SampleProcess(failPoints, undefined, undefined, { reopenAfterRows: rows });

const hasReopened = (sample: SampleProcess): boolean =>
  sample.messages.some((message) => message.includes('Reopened the store'));

/** On a busy machine it may have been reopened before anybody could ask: then another one is watched. */
async function aboutToReopen(): Promise<SampleProcess> {
  for (;;) {
    const sample = reopeningAfter(EVENTS);
    sample.seal(eventsRecord(...events));
    await sample.settled();
    if (!hasReopened(sample)) return sample;
    await sample.close();
  }
}

test('a store that has loaded many rows is reopened in place: no query fails, and repeats stay repeats', async () => {
  const sample = await aboutToReopen();
  const { pid } = sample.store;
  const counts: number[] = [];
  const truncated: boolean[] = [];
  const sql = 'SELECT a.event_name FROM events a, events b, events c, events d';
  while (!hasReopened(sample)) {
    const counting = sample.store.run(countEventsQuery, { scope, filter: {} });
    const { resultJson } = await sample.store.run(userSqlQuery, { scope, sql, changesJson: '[]' });
    counts.push(await counting);
    truncated.push((JSON.parse(resultJson) as { truncated: boolean }).truncated);
  }
  expect([...new Set(counts)]).toEqual([EVENTS]);
  expect([...new Set(truncated)]).toEqual([true]);
  sample.seal(eventsRecord(...events, { event: 'later' }));
  await until(() => sample.store.status().counters.storedEvents > EVENTS);
  expect(await sample.names()).toEqual([...names, 'later'].sort());
  expect(sample.store.status().counters).toMatchObject({ storedEvents: EVENTS + 1, duplicateEvents: EVENTS });
  expect(sample.store.pid).toBe(pid);
  await sample.close();
});

test('a store that has loaded few rows stays open', async () => {
  const sample = reopeningAfter(EVENTS + 1);
  sample.seal(eventsRecord(...events));
  await sample.settled();
  // It looks whether there is something to do whenever it says how it is.
  let [last, said] = [sample.store.status(), 0];
  await until(() => {
    if (sample.store.status() !== last) said++;
    last = sample.store.status();
    return said === 2;
  });
  expect(hasReopened(sample)).toBe(false);
  await sample.close();
});

test('a process that has become large is reopened, however few rows were loaded', async () => {
  const sample = new SampleProcess('', undefined, undefined, { reopenAfterRows: EVENTS + 1, reopenAboveMb: -300 });
  sample.seal(eventsRecord(...events));
  await sample.settled();
  await until(() => hasReopened(sample));
  expect(await sample.names()).toEqual(names);
  // What gives nothing back is not tried again and again.
  const reopenings = () => sample.messages.filter((message) => message.includes('Reopened the store')).length;
  let [last, said] = [sample.store.status(), 0];
  await until(() => {
    if (sample.store.status() !== last) said++;
    last = sample.store.status();
    return said === 3;
  });
  expect(reopenings()).toBe(1);
  await sample.close();
});

test('a store of which a checkpoint was written is reopened: writing it has read all of its rows', async () => {
  const sample = reopeningAfter(EVENTS + 1);
  sample.seal(eventsRecord(...events));
  await sample.settled();
  await sample.store.checkpoint();
  await until(() => hasReopened(sample));
  expect(await sample.names()).toEqual(names);
  await sample.close();
});

test('a store that was built from a checkpoint is reopened: building it has written all of its rows', async () => {
  const sample = reopeningAfter(EVENTS);
  sample.seal(eventsRecord(...events));
  await sample.settled();
  await sample.store.checkpoint();
  await sample.loseStore();
  sample.messages.length = 0;
  sample.startAgain();
  await until(() => hasReopened(sample));
  expect(await sample.names()).toEqual(names);
  await sample.close();
});

test.each(['kill', 'error'])('%s between closing and opening: another process has every event once', async (action) => {
  const sample = reopeningAfter(EVENTS, `reopening.closed=${action}:once`);
  sample.seal(eventsRecord(...events));
  await sample.settled();
  await until(() => sample.store.status().restarts === 1 && sample.store.status().state === 'ready');
  expect(sample.hasFailedAt('reopening.closed')).toBe(true);
  sample.seal(eventsRecord(...events, { event: 'later' }));
  await until(() => sample.store.status().counters.storedEvents > EVENTS);
  expect(await sample.names()).toEqual([...names, 'later'].sort());
  expect(sample.store.status().counters).toMatchObject({ duplicateEvents: EVENTS, failedEvents: 0 });
  await sample.close();
});
