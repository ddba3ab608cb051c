import { expect, test } from 'vitest';
import { eventsRecord } from '../../compose/testing/sample-log.ts';
import { SampleProcess, until } from '../../compose/testing/sample-process.ts';

const steps = [
  ...['verified', 'staged', 'deduplicated', 'inserted', 'ids_written', 'committed', 'moved', 'compressed'].map(
    (step) => `loader.${step}`,
  ),
  ...['run_written', 'run_listed', 'runs_merged', 'merge_listed'].map((step) => `ids.${step}`),
];

/** Three segments; every second event has an id and comes again in the next segment. */
function sealAll(sample: SampleProcess, mark = ''): string[] {
  for (const segment of [1, 2, 3]) {
    const fresh = [
      { event: `${mark}${segment} without id` },
      { event: `${mark}${segment} with id`, event_id: `${mark}id ${segment}` },
    ];
    const repeat = { event: 'a repeat', event_id: `${mark}id ${segment - 1}` };
    sample.seal(eventsRecord(...fresh, ...(segment > 1 ? [repeat] : [])));
  }
  return [1, 2, 3].flatMap((segment) => [`${mark}${segment} with id`, `${mark}${segment} without id`]);
}

test('killed at every step of the loader, each event is stored exactly once', async () => {
  const sample = new SampleProcess(`${steps[0]}=kill:once`, undefined, undefined, { filterMb: 0 });
  const expected: string[] = [];
  for (const [at, step] of steps.entries()) {
    // Each process begins with what the one before has left, and dies one step further on.
    if (at > 0) sample.startAgain(`${step}=kill:once`);
    expected.push(...sealAll(sample, `${step} `));
    await until(() => sample.store.status().restarts === 1);
    await sample.store.stop();
    expect(sample.hasFailedAt(step)).toBe(true);
  }
  sample.startAgain();
  await sample.settled();
  expect(await sample.names()).toEqual(expected.sort());
  expect(sample.store.status().counters).toMatchObject({
    storedEvents: 6 * steps.length,
    duplicateEvents: 2 * steps.length,
    lostEvents: 0,
    uncountedRecords: 0,
  });
  await sample.close();
}, 300_000);

test('an error at a step is tried again, and a commit that reports one although it is durable is not made twice', async () => {
  const sample = new SampleProcess('loader.staged=error:once,loader.committed=error:once');
  const expected = sealAll(sample);
  await until(() => sample.store.status().restarts === 1);
  await sample.settled();
  expect(await sample.names()).toEqual(expected);
  expect(sample.messages.join()).toContain('retrying in');
  expect(sample.messages.join()).toContain('fail point loader.staged');
  expect(sample.hasFailedAt('loader.committed')).toBe(true);
  await sample.close();
});

test('negative control: without deduplication repeats are there, with a position that is forgotten events without an id', async () => {
  const sample = new SampleProcess('loader.dedup=off');
  const expected = [...sealAll(sample), 'a repeat', 'a repeat'];
  await sample.settled();
  expect(await sample.names()).toEqual(expected.sort());
  await sample.store.stop();
  sample.startAgain('loader.position=forgotten');
  await until(() => sample.store.status().state === 'ready');
  expect((await sample.names()).length).toBe(expected.length + 3);
  await sample.close();
});
