import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eraseRecord, expireRecord } from '../../../collect/event-log/removal-records.ts';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleProcess, until } from '../../../compose/testing/sample-process.ts';
import { removalsQuery } from '../../../features/privacy/queries/removals.ts';

const secret = 'sentinel-of-ann';
const removalId = '018f2f6e-7c1a-7000-8000-0000000000e1';
const ids = { users: [secret], anonymous: [], devices: [], wholeDevices: [] };
const erase = () => eraseRecord(scope, removalId, ids, receivedAtMs);
const of = (user: string) => ({ user: { id: user } });

/** Files below the folder that hold the text, as UTF-8 or UTF-16. */
function filesWith(folder: string, text: string): string[] {
  const forms = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => forms.some((form) => readFileSync(join(folder, name)).includes(form)));
}

async function filled(failPoints: string, eraseWithinMs = 0): Promise<SampleProcess> {
  const sample = new SampleProcess(`compression=off${failPoints === '' ? '' : `,${failPoints}`}`, eraseWithinMs);
  sample.seal(
    eventsRecord(
      { event: 'of ann', event_id: 'id-1', context: of(secret), properties: { text: secret } },
      { event: 'of bob', event_id: 'id-2', context: of('bob') },
    ),
    batchRecord({ batch: [], context: of(secret) }, { rejected: [{ index: 0, reason: 'bad', eventJson: '{"a":1}' }] }),
  );
  await sample.settled();
  await sample.store.checkpoint();
  return sample;
}

const isScrubbed = async (sample: SampleProcess): Promise<boolean> => {
  if (sample.store.status().state !== 'ready') return false;
  const result = await sample.store.run(removalsQuery, { removalIds: [removalId] }).catch(() => undefined);
  return result?.[removalId]?.isScrubbed === true;
};

test('the bytes of an erased user are in files before and in none after, and a rebuilt store agrees', async () => {
  const sample = await filled('');
  const before = filesWith(sample.root, secret);
  expect(before.some((name) => name.startsWith('log/'))).toBe(true);
  expect(before.some((name) => name.startsWith('store/'))).toBe(true);
  expect(before.some((name) => name.startsWith('checkpoints/'))).toBe(true);
  sample.seal(erase());
  await until(() => isScrubbed(sample));
  expect(filesWith(sample.root, secret)).toEqual([]);
  expect(await sample.names()).toEqual(['of bob']);
  expect(sample.store.status()).toMatchObject({ restarts: 0 });

  sample.seal(
    eventsRecord({ event: 'again', event_id: 'id-1', context: of(secret) }, { event: 'new', context: of(secret) }),
  );
  await sample.settled();
  expect(await sample.names()).toEqual(['new', 'of bob']);
  await sample.store.stop();
  rmSync(join(sample.storeFolder, 'store.duckdb'));
  sample.startAgain();
  await until(() => sample.store.status().state === 'ready');
  expect(await sample.names()).toEqual(['new', 'of bob']);
  sample.seal(eventsRecord({ event: 'again', event_id: 'id-1', context: of(secret) }));
  await sample.settled();
  expect(await sample.names()).toEqual(['new', 'of bob']);
  await sample.close();
});

test('negative control: deleting the rows alone leaves the bytes in the files', async () => {
  const sample = await filled('removal.scrubbing=off');
  sample.seal(erase());
  await until(async () => removalId in (await sample.store.run(removalsQuery, { removalIds: [removalId] })));
  await sample.settled();
  expect(await sample.names()).toEqual(['of bob']);
  expect(await isScrubbed(sample)).toBe(false);
  await sample.store.stop();
  expect(filesWith(sample.root, secret).some((name) => name.startsWith('store/'))).toBe(true);
  await sample.close();
});

const steps = [
  'removal.checkpointed',
  'removal.purged',
  'compaction.copied',
  'compaction.written',
  'compaction.renamed',
];
test('killed at every step, the bytes are gone in the end and nothing else is', async () => {
  const sample = await filled(`${steps[0]}=kill:once`);
  sample.seal(erase());
  for (const [at, step] of steps.entries()) {
    // Each process begins anew after the one before, and dies one step further on.
    if (at > 0) sample.startAgain(`compression=off,${step}=kill:once`);
    await until(() => sample.store.status().restarts === 1);
    await sample.store.stop();
    expect(sample.hasFailedAt(step)).toBe(true);
  }
  sample.startAgain('compression=off');
  await until(() => isScrubbed(sample));
  expect(filesWith(sample.root, secret)).toEqual([]);
  expect(await sample.names()).toEqual(['of bob']);
  await sample.close();
}, 300_000);

test('what has expired is gone from all files too', async () => {
  const sample = await filled('');
  sample.seal(expireRecord(scope, removalId, receivedAtMs + 1, receivedAtMs));
  await until(() => isScrubbed(sample));
  expect(filesWith(sample.root, secret)).toEqual([]);
  expect(await sample.names()).toEqual([]);
  await sample.close();
});

test('within the hours that were set nothing is written anew', async () => {
  const sample = await filled('', 48 * 3_600_000);
  sample.seal(erase());
  await until(async () => removalId in (await sample.store.run(removalsQuery, { removalIds: [removalId] })));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await isScrubbed(sample)).toBe(false);
  expect(await sample.names()).toEqual(['of bob']);
  await sample.close();
});
