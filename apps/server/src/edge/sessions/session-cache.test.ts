import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SqliteControlPlane } from '../../compose/control/sqlite-control-plane.ts';
import type { Member } from './member.ts';
import { SessionCache } from './session-cache.ts';
import { hashSessionToken } from './session-token.ts';

let directory: string;
let control: SqliteControlPlane;
let sessionCache: SessionCache;
let member: Member;
let memberId: string;
let now = 0;
let count = 0;

const openBook = (remembered = 100) =>
  new SessionCache({
    sessions: control.sessions,
    remembered,
    nowMs: () => now,
    onNoteFailed: (error) => {
      throw error;
    },
  });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-sessions-'));
  control = new SqliteControlPlane({ path: join(directory, 'control.db'), mustExist: false });
});
afterAll(async () => {
  await control.close();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  count += 1;
  now = 1_000_000;
  member = await control.members.create({ email: `b${count}@example.org`, passwordHash: 'x' });
  memberId = member.id;
  sessionCache = openBook();
});

const begin = async (): Promise<string> => (await sessionCache.begin({ member, passwordHash: 'x' }))?.token ?? '';

test('a session is known by its token, in this process and after a restart; other tokens are not', async () => {
  const token = await begin();
  expect((await sessionCache.find(token))?.member.id).toBe(memberId);
  expect((await openBook().find(token))?.member.id).toBe(memberId);
  expect(await sessionCache.find(`${token}x`)).toBeUndefined();
  // Only a hash of it is kept, which opens nothing.
  expect(await sessionCache.find(hashSessionToken(token))).toBeUndefined();
});

test('it lasts while it is used, and ends fourteen days after the last request', async () => {
  const token = await begin();
  for (let day = 13; day <= 39; day += 13) {
    now = 1_000_000 + day * DAY_MS;
    expect((await sessionCache.find(token))?.expiresAtMs).toBe(now + 14 * DAY_MS);
  }
  // The database is told of the last sight, so another process agrees.
  const lastSeen = async () => (await control.sessions.find(hashSessionToken(token)))?.lastSeenAtMs;
  await expect.poll(lastSeen).toBe(now);
  expect(await openBook().find(token)).toBeDefined();
  now += 14 * DAY_MS;
  expect(await sessionCache.find(token)).toBeUndefined();
  expect(await openBook().find(token)).toBeUndefined();
});

test('it ends sixty days after sign-in, however much it is used', async () => {
  const token = await begin();
  for (let day = 1; day < 60; day += 1) {
    now = 1_000_000 + day * DAY_MS;
    expect(await sessionCache.find(token)).toBeDefined();
  }
  now = 1_000_000 + 60 * DAY_MS;
  expect(await sessionCache.find(token)).toBeUndefined();
});

test('what has ended is not found any more, at once, and whose it was is reported', async () => {
  const reported: string[] = [];
  sessionCache.onForget((id) => reported.push(id));
  const [here, there] = [await begin(), await begin()];
  const signedIn = await sessionCache.find(here);
  if (signedIn === undefined) throw new Error('not signed in');
  await sessionCache.end(signedIn);
  expect(await sessionCache.find(here)).toBeUndefined();
  expect(await sessionCache.find(there)).toBeDefined();
  await sessionCache.endAll(memberId);
  expect(await sessionCache.find(there)).toBeUndefined();
  expect(reported).toEqual([memberId, memberId]);
});

test('a session that ends while it is being read is not remembered', async () => {
  const token = await begin();
  const reading = sessionCache.find(token);
  await sessionCache.endAll(memberId);
  await reading;
  expect(await sessionCache.find(token)).toBeUndefined();
});

test('new roles are seen once the member was forgotten', async () => {
  const token = await begin();
  const project = { slug: `book-${count}`, name: 'P', plan: 'free', keys: [] };
  const { id: projectId } = await control.projects.create(project);
  expect((await sessionCache.find(token))?.roles.get(projectId)).toBeUndefined();
  await control.members.grant(memberId, projectId, 'editor');
  sessionCache.forget(memberId);
  expect((await sessionCache.find(token))?.roles.get(projectId)).toBe('editor');
});

test('more sessions than fit into memory are all found', async () => {
  sessionCache = openBook(2);
  const tokens = [await begin(), await begin(), await begin()];
  for (const token of [...tokens, ...tokens]) expect(await sessionCache.find(token)).toBeDefined();
});
