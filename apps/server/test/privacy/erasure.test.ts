import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

interface JobRow {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly counts: Record<string, number>;
}

/** Files are not compressed, so that bytes can be looked for in them. */
const startServer = (failPoints = ''): Promise<TestServer> =>
  TestServer.start({ env: { LP_FAIL_POINTS: `compression=off${failPoints}`, LP_ERASE_WITHIN_HOURS: '0' } });

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.dispose());

async function projectOn(where: TestServer): Promise<{ project: TestProject; admin: Admin }> {
  const project = await TestProject.create(where);
  return { project, admin: new Admin(project) };
}

/**
 * Files of the data directory that hold the text, as UTF-8 or UTF-16. Looks again when a file went meanwhile: what was in
 * it may stand in one that was looked at before.
 */
function filesWith(folder: string, text: string): string[] {
  const forms = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
        const path = join(folder, name);
        if (!statSync(path).isFile()) return false;
        const bytes = readFileSync(path);
        return forms.some((form) => bytes.includes(form));
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`The files of ${folder} go while they are looked at`);
}

/** Rows are in memory for a moment before they are in the file. */
const untilIn = (where: TestServer, mark: string, places: readonly string[]): Promise<void> =>
  waitUntil(() => {
    const files = filesWith(where.dataDir, mark);
    return places.every((place) => files.some((name) => name.startsWith(place)));
  });

/** Everything that somebody leaves behind, with the mark in every kind of place. */
async function leaveTraces(project: TestProject, admin: Admin, mark: string): Promise<void> {
  const [user, anonymous, device] = [`u-${mark}`, `a-${mark}`, `d-${mark}`];
  await project.post('/v1/devices/register', { device_id: device, anonymous_id: anonymous, device_model: mark });
  const context = { user: { anonymous_id: anonymous }, device: { id: device } };
  await project.ingest({ batch: [{ event: 'looked', event_id: `${mark}-1`, properties: { text: mark } }], context });
  await project.post(`/v1/devices/${device}/identify`, { user_id: user, attributes: { email: `${mark}@x.org` } });
  const known = { ...context, user: { id: user, anonymous_id: anonymous } };
  await project.ingest({
    batch: [
      { event: 'bought', event_id: `${mark}-2`, properties: { text: mark } },
      { event: '', properties: { text: mark } },
    ],
    context: known,
  });
  const report = { platform: 'ios', exception_type: 'Boom', exception_message: mark, user_id: user, device_id: device };
  await project.post('/v1/crashes/report', report);
  const batch = [{ metric_type: 'span', metric_name: 'm', value_ms: 1, attributes: { text: mark } }];
  await project.post('/v1/performance/ingest', { batch, context: { user_id: user } });
  await admin.addMember('beta', user);
}

const jobOf = async (project: TestProject, id: string): Promise<JobRow> =>
  (await project.get(`/v1/jobs/${id}`)).data<JobRow>();
const erase = (project: TestProject, path: string) => project.send('DELETE', path, { key: project.secret });
const newMark = (): string => `sentinel${randomBytes(6).toString('hex')}`;

async function untilDone(project: TestProject, id: string): Promise<JobRow> {
  await waitUntil(async () => (await jobOf(project, id)).status === 'done');
  return await jobOf(project, id);
}

test('an erased user is gone from every file, others and what comes later stay', async () => {
  const { project, admin } = await projectOn(server);
  const [mark, other] = [newMark(), newMark()];
  await admin.group('beta');
  for (const whose of [mark, other]) await leaveTraces(project, admin, whose);
  await server.waitForCount(4, '', project.secret);
  await project.failedEvents(2);
  await untilIn(server, mark, ['control.db', 'log/', 'store/']);
  const othersBefore = (await project.get(`/v1/people/u-${other}`)).text;

  const asked = await erase(project, `/v1/users/u-${mark}`);
  expect(asked.status).toBe(202);
  const job = asked.data<JobRow>();
  expect(job).toMatchObject({ kind: 'erase_user', counts: { users: 1, devices: 1, group_members: 1, changes: 1 } });
  expect((await erase(project, `/v1/users/u-${mark}`)).data<JobRow>().id).toBe(job.id);
  await server.waitForCount(2, '', project.secret);
  expect((await project.get(`/v1/people/u-${mark}`)).status).toBe(404);
  expect((await project.get(`/v1/devices/d-${mark}`)).status).toBe(404);

  const done = await untilDone(project, job.id);
  expect(done.counts).toMatchObject({ events: 2, crashes: 1, metrics: 1, device_facts: 1, failed_events: 1 });
  expect(done.counts.links).toBeGreaterThan(0);
  expect(filesWith(server.dataDir, mark)).toEqual([]);
  expect(filesWith(server.dataDir, other).length).toBeGreaterThan(0);
  await server.waitForStore();
  expect((await project.get(`/v1/people/u-${other}`)).text).toBe(othersBefore);
  expect((await erase(project, `/v1/users/u-${mark}`)).status).toBe(404);
  expect(server.output).not.toContain(mark);

  const again = {
    batch: [{ event: 'looked', event_id: `${mark}-1` }, { event: 'new' }],
    context: { user: { id: 'u' } },
  };
  await project.ingest(again);
  await project.events(1, '?user_id=u');
  await server.stop();
  rmSync(join(server.dataDir, 'store', 'store.duckdb'));
  await server.restart();
  await server.waitForStore();
  await project.ingest({ batch: [{ event: 'looked', event_id: `${mark}-1` }], context: { user: { id: 'u' } } });
  await project.ingest({ batch: [{ event: 'newer' }], context: { user: { id: 'u' } } });
  const kept = await project.events(2, '?user_id=u');
  expect(kept.map(({ event }) => event).sort()).toEqual(['new', 'newer']);
  expect(await project.events(4)).toHaveLength(4);
}, 120_000);

test('what is sent again after an erasure, or was done before it and comes under new ids, stays out and leaves no bytes', async () => {
  const { project, admin } = await projectOn(server);
  const mark = newMark();
  await admin.group('beta');
  await leaveTraces(project, admin, mark);
  await server.waitForCount(2, '', project.secret);
  const before = new Date(Date.now() - 60_000).toISOString();
  const { id } = (await erase(project, `/v1/users/u-${mark}`)).data<JobRow>();
  await untilDone(project, id);
  await server.waitForStore();
  const repeat = { event: 'looked', event_id: `${mark}-1`, properties: { text: mark } };
  await project.ingest({ batch: [repeat, { event: 'new', event_id: `${randomUUID()}` }] });
  await server.waitForCount(1, '', project.secret);
  await waitUntil(() => filesWith(server.dataDir, mark).length === 0);
  await server.waitForStore();
  await server.waitForCount(1, '', project.secret);

  const context = { user: { id: `u-${mark}` } };
  await project.ingest({ batch: [{ event: 'offline', event_id: randomUUID(), timestamp: before }], context });
  await project.ingest({ batch: [{ event: 'other', event_id: randomUUID() }] });
  await server.waitForCount(2, '', project.secret);
  expect((await project.get(`/v1/people/u-${mark}`)).status).toBe(404);
  await waitUntil(() => filesWith(server.dataDir, mark).length === 0);
});

test('negative control: without the step that writes files anew the bytes are still found', async () => {
  const untidy = await startServer(',removal.scrubbing=off');
  onTestFinished(() => untidy.dispose());
  const { project, admin } = await projectOn(untidy);
  const [mark, other] = [newMark(), newMark()];
  await admin.group('beta');
  for (const whose of [mark, other]) await leaveTraces(project, admin, whose);
  await untilIn(untidy, mark, ['store/']);
  const { id } = (await erase(project, `/v1/users/u-${mark}`)).data<JobRow>();
  await waitUntil(async () => (await jobOf(project, id)).counts.events === 2);
  expect((await jobOf(project, id)).status).toBe('running');
  await untidy.stop();
  const left = filesWith(untidy.dataDir, mark);
  for (const place of ['log/', 'store/'])
    expect(
      left.some((name) => name.startsWith(place)),
      place,
    ).toBe(true);
});

test('an erased device takes what names it, and its user stays', async () => {
  const { project, admin } = await projectOn(server);
  const mark = newMark();
  await admin.group('beta');
  await leaveTraces(project, admin, mark);
  await project.ingest({
    batch: [{ event: 'elsewhere' }],
    context: { user: { id: `u-${mark}` }, device: { id: 'd2' } },
  });
  await server.waitForCount(3, '', project.secret);
  const asked = await erase(project, `/v1/devices/d-${mark}`);
  expect(asked.data<JobRow>()).toMatchObject({ kind: 'erase_device', counts: { devices: 1, users: 0 } });
  await untilDone(project, asked.data<JobRow>().id);
  await server.waitForStore();
  await server.waitForCount(1, '', project.secret);
  const person = (await project.get(`/v1/people/u-${mark}`)).data<{ event_count: number; groups: string[] }>();
  expect(person).toMatchObject({ event_count: 1, groups: ['beta'] });
  expect((await erase(project, '/v1/devices/unknown')).status).toBe(404);
});

test('an erasure survives kill -9 of the server', async () => {
  const { project, admin } = await projectOn(server);
  const mark = newMark();
  await admin.group('beta');
  await leaveTraces(project, admin, mark);
  await server.waitForCount(2, '', project.secret);
  const { id } = (await erase(project, `/v1/users/u-${mark}`)).data<JobRow>();
  await server.restart();
  await server.waitForStore();
  await untilDone(project, id);
  expect(filesWith(server.dataDir, mark)).toEqual([]);
});

/** A log of another process, with one sealed segment: events that were received long ago. */
function writeOldLog(
  dataDir: string,
  project: TestProject,
  environmentId: string,
  receivedAtMs: number,
  events: unknown[],
) {
  const log = randomUUID();
  const body = JSON.stringify({ batch: events });
  const rest = `"s":1,"p":"${project.id}","e":"${environmentId}","r":${receivedAtMs},"b":${body}}`;
  const record = `{"c":${crc32(rest)},${rest}\n`;
  const header = `${JSON.stringify({ $: 'segment', format: 1, log, segment: 1, first: 1 })}\n`;
  const group = `{"$":"group","seq":1,"count":1,"len":${Buffer.byteLength(record)}}\n`;
  const top = header + group + record;
  const seal = { $: 'seal', segment: 1, records: 1, groups: 1, bytes: Buffer.byteLength(top), next: 2, nextGroup: 2 };
  mkdirSync(join(dataDir, 'log', log));
  writeFileSync(join(dataDir, 'log', log, '0000000001.ndjson'), `${top}${JSON.stringify(seal)}\n`);
}

test('what is older than a project keeps is gone from answers and files, the rest stays', async () => {
  const { project, admin } = await projectOn(server);
  const [old, young] = [newMark(), newMark()];
  const environments = await admin.done<{ id: string; slug: string }[]>('GET', '/v1/environments');
  const { id = '' } = environments.find(({ slug }) => slug === 'production') ?? {};
  await project.ingest({ batch: [{ event: 'young', properties: { text: young } }] });
  await server.waitForCount(1, '', project.secret);
  const threeDaysAgo = Date.now() - 3 * 86_400_000;
  writeOldLog(server.dataDir, project, id, threeDaysAgo, [{ event: 'old', event_id: 'o1', properties: { text: old } }]);
  await server.waitForCount(2, '', project.secret);
  await untilIn(server, old, ['log/', 'store/']);
  await admin.done('PATCH', '/v1/project', { retention_days: 1 });
  await server.waitForCount(1, '', project.secret);
  await waitUntil(() => filesWith(server.dataDir, old).length === 0);
  expect(filesWith(server.dataDir, young).length).toBeGreaterThan(0);
  await server.waitForStore();
  expect((await project.event()).event).toBe('young');
});
