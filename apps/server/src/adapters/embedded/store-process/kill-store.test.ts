import { describe, expect, test } from 'vitest';
import { eventsRecord } from './sample-log.ts';
import { SampleProcess, until } from './sample-process.ts';

const steps = ['verified', 'staged', 'deduplicated', 'inserted', 'committed', 'moved', 'compressed'];

/** Three segments; every second event has an id and comes again in the next segment. */
function sealAll(sample: SampleProcess): string[] {
  for (const segment of [1, 2, 3]) {
    const fresh = [{ event: `${segment} without id` }, { event: `${segment} with id`, event_id: `id ${segment}` }];
    const repeat = { event: 'a repeat', event_id: `id ${segment - 1}` };
    sample.seal(eventsRecord(...fresh, ...(segment > 1 ? [repeat] : [])));
  }
  return [1, 2, 3].flatMap((segment) => [`${segment} with id`, `${segment} without id`]);
}

describe('killed at every step of the loader, each event is stored exactly once', () => {
  for (const step of steps) {
    test(step, async () => {
      const sample = new SampleProcess(`loader.${step}=kill:once`);
      const expected = sealAll(sample);
      await until(() => sample.store.status().restarts === 1);
      await sample.settled();
      expect(await sample.names()).toEqual(expected);
      expect(sample.store.status().counters).toMatchObject({ storedEvents: 6, duplicateEvents: 2, missingSegments: 0 });
      await sample.close();
    });
  }
});

test('a commit that reports an error although it is durable is not made twice', async () => {
  const sample = new SampleProcess('loader.committed=error:once');
  const expected = sealAll(sample);
  await until(() => sample.store.status().restarts === 1);
  await sample.settled();
  expect(await sample.names()).toEqual(expected);
  await sample.close();
});

test('an error at a step is tried again', async () => {
  const sample = new SampleProcess('loader.staged=error:1');
  const expected = sealAll(sample);
  await sample.settled();
  expect(await sample.names()).toEqual(expected);
  expect(sample.messages.join()).toContain('fail point loader.staged');
  await sample.close();
});

test('negative control: without deduplication the repeats are there', async () => {
  const sample = new SampleProcess('loader.dedup=off');
  const expected = sealAll(sample);
  await sample.settled();
  expect(await sample.names()).toEqual([...expected, 'a repeat', 'a repeat'].sort());
  await sample.close();
});

test('negative control: with a position that is forgotten, events without an id come twice', async () => {
  const sample = new SampleProcess();
  const expected = sealAll(sample);
  await sample.settled();
  await sample.store.stop();
  sample.startAgain('loader.position=forgotten');
  await until(() => sample.store.status().state === 'ready');
  expect((await sample.names()).length).toBe(expected.length + 3);
  await sample.close();
});
