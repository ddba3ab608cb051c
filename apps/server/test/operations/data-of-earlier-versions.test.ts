import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { findMissing } from '../harness/find-missing.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type RecordedResponse, VersionFixture } from '../harness/version-fixture.ts';

const patience = { timeout: 120_000 };

describe.each(VersionFixture.versions)('what version %s has stored', patience, (version) => {
  const fixture = new VersionFixture(version);
  afterAll(() => fixture.dispose());

  /** A server to which it is the moment after: what a version keeps for days is still to be kept. */
  async function open(dataDir: string): Promise<TestServer> {
    const server = await TestServer.start({ dataDir, env: fixture.clockOfThen });
    onTestFinished(() => server.dispose());
    await server.waitForStore();
    await waitUntil(async () => {
      const { store } = await server.json<{ store: { unloaded_segments: number } }>('/readyz', { key: null });
      return store.unloaded_segments === 0;
    });
    return server;
  }

  /**
   * Answers of 0.1.0 that were wrong: all of an empty cohort came back, a release without commits had no number, and a
   * function had the name of its caller's variable for it.
   */
  const corrections = [
    /cohorts\.\d+\.retention\.0: 100 became null$/,
    /\.commit_count: null became 0$/,
    /frames\.0\.function: "addLamp" became nothing$/,
  ];
  const isNoCorrection = (difference: string): boolean => !corrections.some((known) => known.test(difference));

  /** What is not in its place: later versions may say more, but nothing may vanish or change. */
  async function missingFrom(server: TestServer): Promise<string[]> {
    const missing: string[] = [];
    for (const { name, as, status, answer, ...query } of fixture.responses) {
      let differences: string[] = [];
      const isThere = async (): Promise<boolean> => {
        differences = findMissing({ status, answer }, await run(server, as, query)).filter(isNoCorrection);
        return differences.length === 0;
      };
      // Some of it is worked out after the start; once something is missing, nothing else is waited for.
      await waitUntil(isThere, missing.length === 0 ? 100_000 : 0).catch(() => {
        missing.push(...differences.map((difference) => `${as}: ${name}: ${difference}`));
      });
    }
    return missing;
  }

  type RecordedRequest = Omit<RecordedResponse, 'name' | 'as' | 'status' | 'answer'>;
  async function run(
    server: TestServer,
    as: string,
    { method, path, headers, body }: RecordedRequest,
  ): Promise<unknown> {
    const response = await server.request(path, {
      method,
      key: fixture.keyOf(as),
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, answer: await response.json() };
  }

  test('is all in its place, with segments that were never loaded and one that was open', async () => {
    const server = await open(await fixture.dataDirectory());
    expect(await missingFrom(server)).toEqual([]);
    await expectCountedOnce(server);
  });

  test('is all in its place when the store has to be built again', async () => {
    const server = await open(await fixture.dataDirectory({ hasStore: false }));
    expect(await missingFrom(server)).toEqual([]);
    await expectCountedOnce(server);
  });

  test('is all in its place in a directory that was restored from its backup', async () => {
    const server = await open(await fixture.restoredBackup());
    expect(await missingFrom(server)).toEqual([]);
    await expectCountedOnce(server);
  });

  test('negative control: without its store, its checkpoint and its log events are missing, and that is seen', async () => {
    const dataDir = await fixture.dataDirectory({ hasStore: false });
    await rm(join(dataDir, 'log'), { recursive: true });
    const server = await open(dataDir);
    const [events] = fixture.responses.filter(
      ({ path, as }) => path.startsWith('/v1/events?') && as.endsWith('.secret'),
    );
    if (events === undefined) throw new Error('The fixture has no list of events');
    const { status, answer, as, name: _, ...query } = events;
    expect(findMissing({ status, answer }, await run(server, as, query))).not.toEqual([]);
  });

  /** Ids of the checkpoint, of the store, of sealed segments, of the open one, and of people who were erased. */
  async function expectCountedOnce(server: TestServer): Promise<void> {
    const { count } = (await server.json<{ data: { count: number } }>('/v1/events/count')).data;
    const known = ['visit-0-0-0', 'visit-15-0-0', 'visit-19-1-0', 'visit-20-2-0', 'last-1', 'mallory-1', 'trent-1'];
    const batch = [...known, 'after'].map((event_id) => ({ event: 'again', event_id }));
    const response = await server.post('/v1/ingest', { batch });
    expect(await response.json()).toEqual({ data: { accepted: batch.length } });
    await server.waitForCount(1, '?event=again');
    await server.waitForCount(count + 1);
  }

  test('is erased when it was to be erased', async () => {
    const env = { ...fixture.clockOfThen, LP_ERASE_WITHIN_HOURS: '0' };
    const server = await TestServer.start({ dataDir: await fixture.dataDirectory(), env });
    onTestFinished(() => server.dispose());
    await waitUntil(async () => {
      const { data } = await server.json<{ data: { status: string }[] }>('/v1/jobs');
      return data.length === 2 && data.every(({ status }) => status === 'done');
    });
  });
});
