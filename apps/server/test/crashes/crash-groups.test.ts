import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
/** Its reports were acknowledged right before a kill. */
let killed: TestProject;
beforeAll(async () => {
  server = await TestServer.start();
  killed = await TestProject.create(server);
  for (let at = 0; at < 40; at += 1) await killed.post('/v1/crashes/report', crash(`killed${at % 4}`));
  await server.restart();
  await server.waitForStore();
});
afterAll(() => server.dispose());
const test = base.extend('project', () => TestProject.create(server));

interface Group {
  readonly id: string;
  readonly title: string;
  readonly culprit: string | null;
  readonly status: string;
  readonly reason: { readonly kind: string; readonly rule: number };
  readonly reports: number;
  readonly sessions: number;
  readonly devices: number;
  readonly users: number;
  readonly first_version: string | null;
  readonly last_version: string | null;
  readonly is_regression: boolean;
  readonly is_spiking: boolean;
  readonly is_new: boolean;
  readonly fingerprints: readonly string[];
  readonly sparkline: readonly number[];
  readonly resolved_in_version: string | null;
}

let sent = 0;
const crash = (name: string, more: object = {}) => {
  sent += 1;
  return {
    platform: 'web',
    app_version: '1.0',
    exception_type: 'TypeError',
    stack_trace: `TypeError: no ${name}\n    at ${name} (https://shop.example/${name}.js:1:${sent})`,
    event_id: `crash-${sent}`,
    ...more,
  };
};
const report = async (project: TestProject, name: string, more: object = {}): Promise<string> => {
  const response = await project.post('/v1/crashes/report', crash(name, more));
  expect(response.status).toBe(202);
  return response.data<{ crash_id: string }>().crash_id;
};
const asSecret = (project: TestProject) => ({ key: project.secret });
const groups = async (project: TestProject, query = ''): Promise<Group[]> => {
  const response = await project.get(`/v1/crashes/groups${query}`);
  expect(response.status).toBe(200);
  return response.data<Group[]>();
};
/** Waits until the groups together have so many reports. */
const grouped = async (project: TestProject, reports: number, query = ''): Promise<Group[]> => {
  let found: Group[] = [];
  await waitUntil(async () => {
    found = await groups(project, query);
    return found.reduce((sum, group) => sum + group.reports, 0) === reports;
  });
  return found;
};
const only = async (project: TestProject, reports: number): Promise<Group> => {
  const [group, ...more] = await grouped(project, reports);
  if (group === undefined || more.length > 0) throw new Error('There is not exactly one group');
  return group;
};
const patch = (project: TestProject, id: string, body: object) =>
  project.send('PATCH', `/v1/crashes/groups/${id}`, {
    ...asSecret(project),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe.concurrent('groups', () => {
  test('reports of one bug are one group', async ({ project }) => {
    await report(project, 'cart', { user_id: 'ann', device_id: 'd1', session_id: 's1', app_version: '1.9' });
    await report(project, 'cart', { user_id: 'ann', device_id: 'd2', session_id: 's1', app_version: '1.10' });
    await report(project, 'cart', { device_id: 'd3' });
    await report(project, 'menu');
    const found = await grouped(project, 4);
    expect(found).toHaveLength(2);
    const cart = found.find(({ culprit }) => culprit === 'cart in cart.js');
    expect(cart).toMatchObject({
      title: 'TypeError: no cart',
      status: 'open',
      reason: { kind: 'in_app_frames', rule: 1 },
      reports: 3,
      sessions: 1,
      devices: 3,
      users: 2,
      first_version: '1.0',
      last_version: '1.10',
      is_regression: false,
      is_spiking: false,
    });
    expect(cart?.sparkline).toHaveLength(48);
    expect(cart?.sparkline.at(-1)).toBe(3);
  });

  test('one report is told to be 20 times as common as usual', async ({ project }) => {
    const sessions = Array.from({ length: 20 }, (_, at) => ({
      event: 'e',
      context: { session: { id: `s${at}` }, app: { version: at === 0 ? '2.0' : '1.0' } },
    }));
    await project.ingest({ batch: sessions });
    await server.waitForCount(20, '', project.secret);
    await report(project, 'cart', { session_id: 's0', app_version: '2.0' });
    const { id } = await only(project, 1);
    interface Details {
      readonly distributions: {
        readonly app_version: readonly { value: string; over_representation: { ratio: number; lower: number } }[];
      };
    }
    const details = async () => (await project.get(`/v1/crashes/groups/${id}`)).data<Details>();
    const [version] = (await details()).distributions.app_version;
    expect(version).toMatchObject({ value: '2.0', over_representation: { ratio: 20, lower: 1 } });
  });

  test('a list is filtered, searched, sorted and paged', async ({ project }) => {
    for (const name of ['alpha', 'beta', 'gamma'])
      await report(project, name, { app_version: name === 'beta' ? '2.0' : '1.0' });
    await report(project, 'beta', { platform: 'ios', user_id: 'u', app_version: '2.0' });
    await grouped(project, 4);
    const titles = async (query: string) => (await groups(project, query)).map(({ culprit }) => culprit?.split(' ')[0]);
    expect(await titles('?search=GAMMA')).toEqual(['gamma']);
    expect(await titles('?platform=ios')).toEqual(['beta']);
    expect(await titles('?app_version=2.0')).toEqual(['beta']);
    expect((await titles('?sort=reports'))[0]).toBe('beta');
    expect((await titles('?sort=first_seen')).toSorted()).toEqual(['alpha', 'beta', 'gamma']);
    expect(await titles('?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z')).toEqual([]);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const response = await project.get(`/v1/crashes/groups?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
      paged.push(...response.data<Group[]>().map(({ id }) => id));
      cursor = (response.json as { pagination: { cursor: string | null } }).pagination.cursor;
    } while (cursor !== null);
    expect(paged).toHaveLength(3);
    expect(new Set(paged).size).toBe(3);
    for (const bad of ['?sort=size', '?status=closed', '?from=yesterday', '?limit=0', '?cursor=x']) {
      expect((await project.get(`/v1/crashes/groups${bad}`)).status).toBe(400);
    }
  });

  test('a group with far more reports than usual in the last hour is spiking', async ({ project }) => {
    for (let at = 0; at < 12; at += 1) await report(project, 'burst');
    for (let at = 0; at < 9; at += 1) await report(project, 'drizzle');
    const found = await grouped(project, 21);
    expect(found.map(({ reports, is_spiking }) => [reports, is_spiking]).toSorted()).toEqual([
      [12, true],
      [9, false],
    ]);
  });

  test('what another environment or project has is not there', async ({ project }) => {
    await report(project, 'cart');
    const { id } = await only(project, 1);
    const development = { key: project.keys.development.secret };
    expect((await project.get(`/v1/crashes/groups/${id}`, development)).status).toBe(404);
    expect((await project.get('/v1/crashes/groups', development)).data<Group[]>()).toEqual([]);
    expect((await project.get(`/v1/crashes/groups?environment_id=development`)).data<Group[]>()).toEqual([]);
    expect((await project.get('/v1/crashes/groups?environment_id=nowhere')).status).toBe(404);
  });
});

describe.concurrent('one group', () => {
  test('says how its sessions are spread against all sessions, and shows its newest report', async ({ project }) => {
    const session = (id: string, version: string, fast: boolean) => ({
      event: '$session_start',
      context: { session: { id }, app: { version }, flags: { fast }, user: { id: `u-${id}` } },
    });
    await project.ingest({
      batch: [
        session('s1', '1.0', true),
        session('s2', '1.0', false),
        session('s3', '1.1', false),
        session('s4', '1.1', false),
      ],
    });
    await report(project, 'cart', { session_id: 's1', active_flags: { fast: true } });
    const { id } = await only(project, 1);
    const detail = (await project.get(`/v1/crashes/groups/${id}`)).data<{
      crashed_sessions: number;
      all_sessions: number;
      versions: unknown;
      distributions: Record<string, { key: string | null; value: string; over_representation: unknown }[]>;
      newest_report: { exceptions: { frames: { function: string; is_app_frame: boolean }[] }[]; group_id: string };
    }>();
    expect(detail).toMatchObject({ crashed_sessions: 1, all_sessions: 4, versions: [{ version: '1.0', reports: 1 }] });
    expect(detail.distributions.flag?.[0]).toEqual({
      key: 'fast',
      value: 'true',
      crashed_sessions: 1,
      sessions: 1,
      crash_rate: { rate: 100, lower: 20.6549, upper: 100 },
      share_of_crashed: 100,
      share_of_all: 25,
      over_representation: { ratio: 4, lower: expect.any(Number), upper: expect.any(Number) },
    });
    expect(detail.distributions.app_version?.map(({ value }) => value)).toEqual(['1.0', '1.1']);
    expect(detail.newest_report.group_id).toBe(id);
    expect(detail.newest_report.exceptions[0]?.frames[0]).toMatchObject({ function: 'cart', is_app_frame: true });
    expect((await project.get(`/v1/crashes/groups/${id.replace(/^./, 'f')}`)).status).toBe(404);
    expect((await project.get('/v1/crashes/groups/none')).status).toBe(404);
  });

  test('its reports come with threads, breadcrumbs, context, flags and notes, page by page', async ({ project }) => {
    const first = await report(project, 'cart', {
      timestamp: '2026-01-02T03:04:05.000Z',
      breadcrumbs: [{ timestamp: '2026-01-02T03:04:00Z', category: 'ui', message: 'tap', data: { id: 'pay' } }],
      thread_info: [{ thread_id: 18_446_744_073_709_551_615n.toString(), is_crashed: true, frames: [] }],
      active_flags: { fast: true },
      active_experiments: { pay: 'b' },
      custom_data: { cart: { items: 3 } },
      battery_level: 'full',
      screen_name: 'Cart',
    });
    await report(project, 'cart');
    await waitUntil(async () => (await groups(project, '?from=2026-01-01T00:00:00Z'))[0]?.reports === 2);
    const [group] = await groups(project, '?from=2026-01-01T00:00:00Z');
    const page = await project.get(`/v1/crashes/groups/${group?.id}/reports?limit=1`);
    const { cursor } = (page.json as { pagination: { cursor: string } }).pagination;
    const next = await project.get(`/v1/crashes/groups/${group?.id}/reports?limit=5&cursor=${cursor}`);
    const [row, ...more] = next.data<Record<string, unknown>[]>();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      crash_id: first,
      group_id: group?.id,
      timestamp: '2026-01-02T03:04:05.000Z',
      threads: [{ id: '18446744073709551615', is_crashed: true }],
      breadcrumbs: [{ category: 'ui', message: 'tap', data: { id: 'pay' } }],
      context: { screen_name: 'Cart', app_version: '1.0' },
      active_flags: { fast: true },
      active_experiments: { pay: 'b' },
      custom_data: { cart: { items: 3 } },
      symbols: { used: [], failure: null },
      notes: ['battery_level is not a number and was ignored.'],
    });
    expect((await project.get(`/v1/crashes/reports/${first}`)).data()).toEqual(row);
    expect((await project.get('/v1/crashes/reports/none')).status).toBe(404);
    expect((await project.get(`/v1/crashes/groups/${group?.id}/reports?limit=26`)).status).toBe(400);
  });
});

describe.concurrent('decisions', () => {
  test('a resolved group opens again for a later version only, as a regression in the change log', async ({
    project,
  }) => {
    await report(project, 'cart', { app_version: '1.9' });
    const { id } = await only(project, 1);
    expect((await patch(project, id, { status: 'resolved' })).data<Group>()).toMatchObject({
      status: 'resolved',
      resolved_in_version: '1.9',
    });
    await report(project, 'cart', { app_version: '1.9' });
    await report(project, 'cart', { app_version: '1.2' });
    await grouped(project, 3);
    expect((await groups(project, '?status=resolved')).map((group) => group.id)).toEqual([id]);
    expect(await groups(project, '?status=open')).toEqual([]);
    await report(project, 'cart', { app_version: '1.10' });
    await waitUntil(async () => (await groups(project, '?status=open')).length === 1);
    expect((await groups(project, '?status=open'))[0]).toMatchObject({
      id,
      status: 'open',
      is_regression: true,
      regressed_in_version: '1.10',
      regressions: 1,
    });
    const changes = (await project.get(`/v1/changes?entity_type=crash_group`)).data<
      { action: string; actor: { kind: string } }[]
    >();
    expect(changes.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['regressed', 'scheduler'],
      ['resolved', 'api_key'],
    ]);
  });

  test('an ignored group stays ignored, a version goes with resolved only', async ({ project }) => {
    await report(project, 'cart');
    const { id } = await only(project, 1);
    expect((await patch(project, id, { status: 'ignored' })).status).toBe(200);
    await report(project, 'cart', { app_version: '9.0' });
    await grouped(project, 2);
    expect((await groups(project, '?status=ignored'))[0]?.id).toBe(id);
    expect(
      (await patch(project, id, { status: 'open', resolved_in_version: '1' })).error.details?.fieldErrors,
    ).toHaveProperty('resolved_in_version');
    expect((await patch(project, id, { status: 'gone' })).status).toBe(400);
    expect((await patch(project, id, {})).status).toBe(400);
    expect((await patch(project, '0190a6c4-2222-7abc-8def-000000000001', { status: 'open' })).status).toBe(404);
    expect((await patch(project, id, { status: 'resolved', resolved_in_version: '3.0' })).data<Group>()).toMatchObject({
      resolved_in_version: '3.0',
    });
  });

  test('merged groups count each user once, and what is split off counts by itself again', async ({ project }) => {
    await report(project, 'cart', { user_id: 'ann', session_id: 's' });
    await report(project, 'menu', { user_id: 'ann', session_id: 's' });
    const [first, second] = await grouped(project, 2);
    if (first === undefined || second === undefined) throw new Error('There are not two groups');
    const merge = (body: object) => project.post(`/v1/crashes/groups/${first.id}/merge`, body, asSecret(project));
    expect((await merge({ group_ids: ['0190a6c4-2222-7abc-8def-000000000001'] })).status).toBe(400);
    expect((await merge({ group_ids: [] })).status).toBe(400);
    const merged = (await merge({ group_ids: [second.id] })).data<Group>();
    expect(merged.fingerprints.toSorted()).toEqual([...first.fingerprints, ...second.fingerprints].toSorted());
    expect(await groups(project)).toMatchObject([{ id: first.id, reports: 2, sessions: 1, users: 1 }]);
    expect((await project.get(`/v1/crashes/groups/${second.id}`)).data<Group>()).toMatchObject({
      id: first.id,
      reports: 2,
    });
    expect((await project.get(`/v1/crashes/groups/${first.id}/reports`)).data<unknown[]>()).toHaveLength(2);
    const split = (fingerprint: string | undefined) =>
      project.post(`/v1/crashes/groups/${first.id}/split`, { fingerprint }, asSecret(project));
    const apart = await split(second.fingerprints[0]);
    expect(apart.status).toBe(201);
    expect(apart.data<Group>()).toMatchObject({ id: second.id, title: second.title });
    expect((await groups(project)).map(({ id, reports }) => [id, reports]).toSorted()).toEqual(
      [
        [first.id, 1],
        [second.id, 1],
      ].toSorted(),
    );
    expect((await split(first.fingerprints[0])).status).toBe(400);
  });

  test('a group shows what each of its fingerprints is about, and after a split is titled by what is left', async ({
    project,
  }) => {
    for (const name of ['cart', 'cart', 'menu']) await report(project, name);
    const found = await grouped(project, 3);
    const [cart, menu] = ['cart', 'menu'].map((name) => found.find(({ title }) => title === `TypeError: no ${name}`));
    if (cart === undefined || menu === undefined) throw new Error('There are not two groups');
    expect(
      (await project.post(`/v1/crashes/groups/${menu.id}/merge`, { group_ids: [cart.id] }, asSecret(project))).status,
    ).toBe(200);
    const shown = async (query = '') =>
      (await project.get(`/v1/crashes/groups/${menu.id}${query}`)).data<{ title: string; fingerprints: unknown }>();
    const rowOf = (group: Group, name: string, reports: number) => ({
      fingerprint: group.fingerprints[0],
      title: `TypeError: no ${name}`,
      culprit: `${name} in ${name}.js`,
      reports,
      first_seen: expect.stringMatching(/^20/),
      last_seen: expect.stringMatching(/^20/),
    });
    expect(await shown()).toMatchObject({
      title: 'TypeError: no menu',
      fingerprints: [rowOf(cart, 'cart', 2), rowOf(menu, 'menu', 1)],
    });
    const never = { reports: 0, first_seen: null, last_seen: null };
    expect((await shown('?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z')).fingerprints).toMatchObject([
      never,
      never,
    ]);
    const body = { fingerprint: menu.fingerprints[0] };
    expect((await project.post(`/v1/crashes/groups/${menu.id}/split`, body, asSecret(project))).status).toBe(201);
    expect(await shown()).toMatchObject({
      title: 'TypeError: no cart',
      culprit: 'cart in cart.js',
      fingerprints: [rowOf(cart, 'cart', 2)],
    });
  });

  test("a report's own fingerprint decides", async ({ project }) => {
    await report(project, 'cart', { fingerprint: ['payments'] });
    await report(project, 'menu', { fingerprint: ['payments'] });
    expect(await only(project, 2)).toMatchObject({ reports: 2, reason: { kind: 'override' } });
  });
});

describe.concurrent('triage', () => {
  const idOf = (member: TestMember): string => member.session.member.id;
  const comments = (path: string, by: TestMember) => by.get(`${path}/comments`);
  interface Comment {
    readonly id: string;
    readonly text: string;
  }

  test('a group has an assignee, and lists are filtered by it', async ({ project }) => {
    const editor = await TestMember.invited(project, 'editor');
    await report(project, 'cart');
    await report(project, 'menu');
    const [first, second] = await grouped(project, 2);
    const assign = (assignee: unknown) =>
      editor.send('PATCH', `/v1/crashes/groups/${first?.id}`, { body: { assignee } });
    const assignee = { id: idOf(editor), email: editor.session.member.email, name: null };
    expect((await assign(idOf(editor))).data()).toMatchObject({ id: first?.id, status: 'open', assignee });
    const ids = async (query: string) =>
      (await editor.get(`/v1/crashes/groups?${query}`)).data<Group[]>().map(({ id }) => id);
    expect(await ids('assignee=me')).toEqual([first?.id]);
    expect(await ids(`assignee=${assignee.email}&status=open`)).toEqual([first?.id]);
    expect(await ids('assignee=none')).toEqual([second?.id]);
    expect(await ids('assignee=me&status=ignored')).toEqual([]);
    expect((await editor.get(`/v1/crashes/groups/${first?.id}`)).data()).toMatchObject({ assignee, is_new: true });
    const byKey = await project.get('/v1/crashes/groups?assignee=me');
    expect(byKey.error.details?.fieldErrors?.assignee).toEqual([
      expect.stringContaining('the id or email of a member'),
    ]);
    for (const bad of ['stranger@example.org', 'x'.repeat(256), '', 7]) expect((await assign(bad)).status).toBe(400);
    const stranger = await TestMember.invited(await TestProject.create(server), 'owner');
    expect((await assign(idOf(stranger))).error.details?.fieldErrors?.assignee).toEqual([
      'is not a member of this project.',
    ]);
    const viewer = await TestMember.invited(project, 'viewer');
    const byViewer = await viewer.send('PATCH', `/v1/crashes/groups/${first?.id}`, { body: { assignee: null } });
    expect(byViewer.status).toBe(403);
    expect((await editor.send('DELETE', '/v1/membership')).status).toBe(204);
    expect((await groups(project, '?assignee=none')).length).toBe(2);
    const [change] = (await project.get('/v1/changes?entity_type=crash_group')).data<{ action: string }[]>();
    expect(change).toMatchObject({ action: 'unassigned', before: { assignee }, after: { assignee: null } });
  });

  test('new groups are those first seen in the last week; regressed ones are open again', async ({ project }) => {
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await report(project, 'old', { timestamp: old });
    await report(project, 'fresh');
    await report(project, 'back');
    const found = await grouped(project, 3);
    const idOfGroup = (name: string) => found.find(({ title }) => title === `TypeError: no ${name}`)?.id ?? '';
    await patch(project, idOfGroup('back'), { status: 'resolved' });
    await report(project, 'back', { app_version: '2.0' });
    await waitUntil(async () => (await groups(project, '?status=regressed')).length === 1);
    const ids = async (query: string) => (await groups(project, query)).map(({ id }) => id);
    expect(await ids('?status=regressed')).toEqual([idOfGroup('back')]);
    expect(await ids('?status=new')).toEqual([idOfGroup('fresh')]);
    expect(await ids('?status=new&search=old')).toEqual([]);
    expect(await ids('?status=new&search=fresh')).toEqual([idOfGroup('fresh')]);
    const flags = (await groups(project)).map(({ id, is_new }) => [id, is_new]);
    expect(new Map(flags as [string, boolean][])).toEqual(
      new Map([
        [idOfGroup('old'), false],
        [idOfGroup('fresh'), true],
        [idOfGroup('back'), false],
      ]),
    );
    await patch(project, idOfGroup('fresh'), { status: 'ignored' });
    expect(await ids('?status=new')).toEqual([]);
  });

  test('comments are plain text of their authors, and deleted by them or an admin', async ({ project }) => {
    const [ann, bob] = [await TestMember.invited(project, 'editor'), await TestMember.invited(project, 'editor')];
    const viewer = await TestMember.invited(project, 'viewer');
    await report(project, 'cart');
    const path = `/v1/crashes/groups/${(await only(project, 1)).id}`;
    const text = '<script>alert(1)</script>\n  since 2.0';
    const made = await ann.post(`${path}/comments`, { text });
    expect(made.status).toBe(201);
    const row = { id: expect.any(String), text, author: { kind: 'member', id: idOf(ann), name: expect.any(String) } };
    expect(made.data()).toEqual({ ...row, created_at: expect.stringMatching(/Z$/) });
    await bob.post(`${path}/comments`, { text: 'mine' });
    const listed = (await comments(path, viewer)).data<Comment[]>();
    expect(listed.map((comment) => comment.text)).toEqual(['mine', text]);
    expect((await viewer.post(`${path}/comments`, { text: 'no' })).status).toBe(403);
    for (const bad of [{}, { text: '' }, { text: ' \n\t' }, { text: 'x'.repeat(4_001) }, { text: 1 }]) {
      expect((await ann.post(`${path}/comments`, bad)).status).toBe(400);
    }
    expect((await ann.post(`${path}/comments`, { text: 'x'.repeat(4_000) })).status).toBe(201);
    const remove = (by: TestMember, id = '') => by.send('DELETE', `${path}/comments/${id}`);
    const [bobs, anns] = listed;
    expect((await remove(ann, bobs?.id)).status).toBe(403);
    expect((await remove(ann, anns?.id)).status).toBe(204);
    expect((await remove(ann, anns?.id)).status).toBe(404);
    const byKey = await project.send('DELETE', `${path}/comments/${bobs?.id}`, asSecret(project));
    expect(byKey.status).toBe(204);
    expect((await project.get(`${path}x/comments`)).status).toBe(404);
  });

  test('comments on a group go with the last of its reports when a user is erased', async ({ project }) => {
    await report(project, 'cart', { user_id: 'erased' });
    await report(project, 'menu', { user_id: 'erased' });
    await report(project, 'menu', { user_id: 'kept' });
    const found = await grouped(project, 3);
    const pathOf = (name: string) =>
      `/v1/crashes/groups/${found.find(({ title }) => title.endsWith(name))?.id}/comments`;
    for (const name of ['cart', 'menu']) await project.post(pathOf(name), { text: 'only for ann' }, asSecret(project));
    const erased = await project.send('DELETE', '/v1/users/erased', asSecret(project));
    expect(erased.status).toBe(202);
    const count = async (name: string) => (await project.get(pathOf(name))).data<Comment[]>().length;
    await waitUntil(async () => (await count('cart')) === 0);
    expect(await count('menu')).toBe(1);
  });
});

describe('odd reports', () => {
  const frames = (count: number) => Array.from({ length: count }, (_, index) => ({ index, function: `f${index % 7}` }));
  const odd: readonly (readonly [string, object])[] = [
    ['ten thousand frames', { stack_trace: { frames: frames(10_000) } }],
    ['frames that are not frames', { stack_trace: { frames: [1, null, 'x', [], {}] } }],
    ['binary text', { exception_message: '\u0000\ud800\u0007', stack_trace: '\u0000\u0001\u0002' }],
    [
      'wrong types',
      { app_version: { a: 1 }, session_id: 7, user_id: [], breadcrumbs: 'no', thread_info: {}, binary_images: 5 },
    ],
    ['absurd numbers', { battery_level: 1e308, free_memory_mb: -1e300, timestamp: '+275760-09-13T00:00:00.000Z' }],
    ['flags that are no object', { active_flags: ['a'], active_experiments: 'b' }],
    ['four megabytes', { custom_data: { text: 'x'.repeat(4_000_000) } }],
    ['a stack of a megabyte in one line', { stack_trace: `Error: x\n    at ${'a'.repeat(1_000_000)} (x.js:1:1)` }],
    ['a hundred thousand lines', { stack_trace: `Error: x\n${'    at a (x.js:1:1)\n'.repeat(100_000)}` }],
    ['an unknown version', { app_version: '\u202e nightly \u0000' }],
  ];

  test('are accepted, grouped and shown, and do not hold up the others', async ({ project }) => {
    for (const [name, more] of odd)
      await report(project, 'odd', { exception_type: name, stack_trace: undefined, ...more });
    await report(project, 'ordinary', { session_id: 'ordinary' });
    const found = await grouped(project, odd.length + 1);
    for (const { id } of found) {
      const reports = await project.get(`/v1/crashes/groups/${id}/reports`);
      expect(reports.status).toBe(200);
      expect((await project.get(`/v1/crashes/groups/${id}`)).status).toBe(200);
    }
    expect((await project.get('/v1/crashes/health?dimension=flag')).status).toBe(200);
    const many = found.find(({ title }) => title.includes('ten thousand frames'));
    const [row] = (await project.get(`/v1/crashes/groups/${many?.id}/reports`)).data<
      { exceptions: { trimmed: number }[] }[]
    >();
    expect(row?.exceptions[0]?.trimmed).toBe(9_750);
  });
});

test('what a kill left ungrouped is grouped after the next start', { timeout: 180_000 }, async () => {
  const found = await grouped(killed, 40);
  expect(found.map(({ culprit }) => culprit).toSorted()).toEqual(
    [0, 1, 2, 3].map((at) => `killed${at} in killed${at}.js`),
  );
});
