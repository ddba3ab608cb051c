import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partOf } from '../../src/analytics/clickhouse/loading/loader-part.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { ClickhouseServer } from './engines/clickhouse-server.ts';
import { PostgresServer } from './engines/postgres-server.ts';

let postgres: PostgresServer;
let clickhouse: ClickhouseServer;
const marks = mkdtempSync(join(tmpdir(), 'lamppost-marks-'));
beforeAll(async () => {
  postgres = await PostgresServer.start();
  clickhouse = await ClickhouseServer.start();
});
afterAll(async () => {
  await clickhouse.remove();
  await postgres.remove();
  rmSync(marks, { recursive: true, force: true });
});

interface Project {
  readonly id: string;
  readonly keys: { readonly publishable: string; readonly secret: string };
}

interface Installation {
  readonly servers: readonly TestServer[];
  readonly projects: readonly Project[];
  close(): Promise<void>;
}

/** Servers that share the loading; each may have settings of its own. */
async function install(name: string, loaders: number, ...each: Record<string, string>[]): Promise<Installation> {
  const env = {
    LP_DATABASE_URL: await postgres.createDatabase(name),
    LP_CLICKHOUSE_URL: clickhouse.urlOf(name),
    LP_LOADERS: `${loaders}`,
  };
  const [first, ...others] = each.map((own) => ({ env: { ...env, ...own } }));
  const servers = [await TestServer.start(first)];
  for (const options of others) servers.push(await TestServer.startBeside(servers[0] as TestServer, options));
  const projects: Project[] = [];
  const hasProject = (loader: number): boolean =>
    projects.some(({ id }) => partOf({ loader, loaders }, []).ownsProject(id));
  for (let at = 0; at < 6 || !Array.from({ length: loaders }, (_, one) => one + 1).every(hasProject); at++) {
    const { id, keys } = await (servers[0] as TestServer).createProject(`p-${at}`, 'unmetered');
    projects.push({ id, keys: keys.production });
  }
  return {
    servers,
    projects,
    async close() {
      for (const server of servers) {
        // One that stands still would never end.
        for (const pid of await server.childPids()) process.kill(Number(pid), 'SIGCONT');
        await server.dispose();
      }
    },
  };
}

const jobsOf = async (server: TestServer): Promise<readonly string[]> => {
  const { data } = await server.json<{ data: { is_this: boolean; jobs: string[] }[] }>('/v1/edges', {
    key: server.bootstrap.operator_token,
  });
  return data.find(({ is_this }) => is_this)?.jobs ?? [];
};
const loadersOf = async (server: TestServer): Promise<readonly string[]> =>
  (await jobsOf(server)).filter((job) => job.startsWith('loading'));
const reasonsOf = async (server: TestServer): Promise<readonly string[]> =>
  (JSON.parse((await server.send('/readyz')).text) as { reasons: string[] }).reasons;

/** What was acknowledged, by project. */
type Sent = ReadonlyMap<Project, Set<string>>;

/** The same ids to two servers at once, and each of them again a little later. */
async function sendSome({ servers, projects }: Installation, sent: Sent, round: number): Promise<void> {
  await Promise.all(
    projects.flatMap((project) => {
      const ids = [`id-${round}`, `id-${round}-b`, `id-${Math.max(0, round - 3)}`];
      const batch = ids.map((event_id) => ({ event: 'sent', event_id }));
      return [servers[round % servers.length], servers[(round + 1) % servers.length]].map(async (server) => {
        // A server that was killed does not respond: then nothing was acknowledged.
        const response = await server
          ?.post('/v1/ingest', { batch }, { key: project.keys.publishable })
          .catch(() => undefined);
        if (response?.status === 202) for (const id of ids) sent.get(project)?.add(id);
      });
    }),
  );
}

const nothingSent = ({ projects }: Installation): Sent => new Map(projects.map((project) => [project, new Set()]));

/** As many as were acknowledged, and each once: on every server. */
async function expectAll({ servers }: Installation, sent: Sent, withinMs = 90_000): Promise<void> {
  for (const [project, ids] of sent) {
    expect(ids.size).toBeGreaterThan(0);
    for (const server of servers) await server.waitForCount(ids.size, '', project.keys.secret, withinMs);
  }
}

test('three servers share three loaders, and an id that two of them receive at once counts once', async () => {
  const installation = await install('shared', 3, {}, {}, {});
  try {
    const { servers } = installation;
    await waitUntil(async () => {
      const held = await Promise.all(servers.map(loadersOf));
      return held.every((loaders) => loaders.length === 1) && new Set(held.flat()).size === 3;
    }, 90_000);
    const sent = nothingSent(installation);
    for (let round = 0; round < 20; round++) await sendSome(installation, sent, round);
    await expectAll(installation, sent);
    // The loaders of one that is gone are taken over.
    await servers[2]?.kill();
    const left = { ...installation, servers: servers.slice(0, 2) };
    for (let round = 20; round < 25; round++) await sendSome(left, sent, round);
    await expectAll(left, sent);
    for (const server of left.servers) expect(await reasonsOf(server)).toEqual([]);
  } finally {
    await installation.close();
  }
}, 240_000);

/** Every step at which a process that ships or loads can end. */
const steps = [
  'shipper.landed',
  'shipper.noted',
  'attempt.begun',
  'attempt.fetched',
  'attempt.table_written',
  'attempt.rows_written',
  'attempt.written',
  'attempt.committed',
];

test('whichever step a loader dies at, beside others that go on, what was acknowledged is stored once', async () => {
  const points = (name: string) => steps.map((step) => `${step}=kill:2:${join(marks, `${name}-${step}`)}`).join(',');
  const installation = await install('kills', 3, { LP_FAIL_POINTS: points('a') }, { LP_FAIL_POINTS: points('b') });
  try {
    const sent = nothingSent(installation);
    for (let round = 0; readdirSync(marks).length < 2 * steps.length; round++) {
      expect(round).toBeLessThan(3_000);
      await sendSome(installation, sent, round);
      await sleep(40);
    }
    await expectAll(installation, sent);
  } finally {
    await installation.close();
  }
}, 400_000);

test('a loader that stands still does not hold up the others, is named, and is replaced', async () => {
  const mark = join(marks, 'stop');
  const stop = { LP_FAIL_POINTS: `attempt.rows_written=stop:1:${mark}` };
  const installation = await install('stop', 2, stop, {});
  try {
    const [stopped, other] = installation.servers as [TestServer, TestServer];
    const sent = nothingSent(installation);
    await waitUntil(
      async () => (await loadersOf(other)).length === 1 && (await loadersOf(stopped)).length === 1,
      90_000,
    );
    await sendSome({ ...installation, servers: [other] }, sent, 0);
    await waitUntil(() => existsSync(mark));
    const countOf = async (project: Project): Promise<number> =>
      (await other.json<{ data: { count: number } }>('/v1/events/count', { key: project.keys.secret })).data.count;
    const counts = () => Promise.all(installation.projects.map(countOf));
    await sendSome({ ...installation, servers: [other] }, sent, 1);
    // All events of some projects are there, and none of the others.
    await waitUntil(async () => {
      const found = await counts();
      return found.some((count) => count === 4) && found.every((count) => count === 4 || count === 0);
    }, 60_000);
    await waitUntil(
      async () => (await reasonsOf(other)).some((reason) => /^Loader [12] of 2 is behind/.test(reason)),
      60_000,
    );
    expect(await counts()).toContain(0);
    // Its server starts another process in its place.
    await expectAll(installation, sent, 150_000);
  } finally {
    await installation.close();
  }
}, 300_000);

test('the number of loaders is changed from 1 to 3 to 2 with a backlog, and nothing is lost or doubled', async () => {
  const installation = await install('changes', 1, {}, {});
  try {
    const sent = nothingSent(installation);
    const { servers } = installation;
    let round = 0;
    for (const loaders of [3, 2]) {
      const state = { isOver: false };
      const sending = (async () => {
        for (; !state.isOver; round++) await sendSome(installation, sent, round);
      })();
      for (const server of servers) {
        await server.stop();
        await server.restart({ LP_LOADERS: `${loaders}` });
      }
      await waitUntil(async () => (await Promise.all(servers.map(loadersOf))).flat().length === loaders, 60_000);
      state.isOver = true;
      await sending;
    }
    await expectAll(installation, sent);
  } finally {
    await installation.close();
  }
}, 300_000);

test('a server with another number says so, and uses the one that counts', async () => {
  const installation = await install('mismatch', 2, {}, { LP_LOADERS: '3' });
  try {
    const [first, last] = installation.servers as [TestServer, TestServer];
    const isOther = (reason: string): boolean => reason.startsWith('LP_LOADERS is 2 on this server, but');
    await waitUntil(async () => (await reasonsOf(first)).some(isOther), 30_000);
    const sent = nothingSent(installation);
    for (let round = 0; round < 5; round++) await sendSome(installation, sent, round);
    await expectAll(installation, sent);
    expect((await reasonsOf(last)).filter((reason) => reason.includes('LP_LOADERS'))).toEqual([]);
  } finally {
    await installation.close();
  }
}, 240_000);
