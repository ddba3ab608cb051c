import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { newEmail, post, type SessionData, TestMember } from '../harness/test-member.ts';
import { TestProject } from '../harness/test-project.ts';

interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly role: string;
}

let server: TestServer;
let project: TestProject;
let owner: TestMember;
beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
  owner = await TestMember.invited(project, 'owner');
});
afterAll(() => server.dispose());

const idOf = (member: TestMember): string => member.session.member.id;
const changeRole = (by: TestMember, of: TestMember, role: string) =>
  by.send('PATCH', `/v1/members/${idOf(of)}`, { body: { role } });
const remove = (by: TestMember, of: TestMember) => by.send('DELETE', `/v1/members/${idOf(of)}`);

describe('members of a project', () => {
  test('are listed with what they are, to each other', async () => {
    const viewer = await TestMember.invited(project, 'viewer');
    const [row] = (await viewer.get('/v1/members')).data<MemberRow[]>();
    expect(row).toEqual({
      id: idOf(viewer),
      email: viewer.session.member.email,
      name: null,
      role: 'viewer',
      last_signed_in_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  test('a new role is in force with the next request, and not by signing in again', async () => {
    const member = await TestMember.invited(project, 'viewer');
    const group = (key: string) => member.post('/v1/groups', { key, name: 'G' });
    expect((await group('g1')).status).toBe(403);
    expect((await changeRole(owner, member, 'editor')).data<MemberRow>().role).toBe('editor');
    expect((await group('g1')).status).toBe(201);
    await changeRole(owner, member, 'viewer');
    expect((await group('g2')).status).toBe(403);
  });

  test('anyone who is removed sees nothing of the project any more, and keeps the account', async () => {
    const member = await TestMember.invited(project, 'admin');
    expect((await remove(owner, member)).status).toBe(204);
    expect((await member.get('/v1/flags')).status).toBe(404);
    expect((await member.get('/v1/flags', { project: null })).status).toBe(403);
    expect((await member.get('/v1/session')).data<SessionData>().projects).toEqual([]);
    expect((await remove(owner, member)).status).toBe(404);
  });

  test('somebody with an account is added without an invitation; nobody else is', async () => {
    const other = await TestProject.create(server);
    const member = await TestMember.invited(other, 'viewer');
    const { email } = member.session.member;
    const added = await owner.post('/v1/members', { email, role: 'editor' });
    expect([added.status, added.data<MemberRow>().role]).toEqual([201, 'editor']);
    const again = await owner.post('/v1/members', { email, role: 'viewer' });
    expect([again.status, again.error.details?.reason]).toEqual([409, 'ALREADY_MEMBER']);
    expect((await owner.post('/v1/members', { email: newEmail(), role: 'viewer' })).status).toBe(404);
    expect((await owner.post('/v1/members', { email, role: 'king' })).status).toBe(400);
    expect((await member.get('/v1/flags', { project: project.id })).status).toBe(200);
  });

  test('anybody may leave, whatever the role, and nobody but the last owner is held back', async () => {
    const own = await TestProject.create(server);
    const [last, viewer] = [await TestMember.invited(own, 'owner'), await TestMember.invited(own, 'viewer')];
    expect((await remove(viewer, viewer)).status).toBe(403);
    expect((await viewer.send('DELETE', '/v1/membership')).status).toBe(204);
    expect((await viewer.get('/v1/session')).data<SessionData>().projects).toEqual([]);
    const [change] = (await last.get('/v1/changes?entity_type=member')).data<Record<string, unknown>[]>();
    expect(change).toMatchObject({ action: 'removed', actor: { id: idOf(viewer) }, entity_id: idOf(viewer) });
    const response = await last.send('DELETE', '/v1/membership');
    expect([response.status, response.error.details?.reason]).toEqual([409, 'LAST_OWNER']);
    expect((await last.get('/v1/flags')).status).toBe(200);
  });

  test('members of another project cannot be reached from this one', async () => {
    const stranger = await TestMember.invited(await TestProject.create(server), 'viewer');
    expect((await changeRole(owner, stranger, 'admin')).status).toBe(404);
    expect((await remove(owner, stranger)).status).toBe(404);
    expect((await owner.send('DELETE', '/v1/members/nonsense')).status).toBe(404);
  });

  test('streams of members of another project are not ended from this one', async () => {
    const other = await TestProject.create(server);
    const stranger = await TestMember.invited(other, 'viewer');
    const path = `${server.url}/v1/config/stream?project_id=${other.id}`;
    const stream = await StreamReader.open(path, { Cookie: stranger.cookie });
    expect((await stream.next()).event).toBe('config');
    for (const body of [{}, { role: 'admin' }]) {
      expect((await owner.send('PATCH', `/v1/members/${idOf(stranger)}`, { body })).status).toBe(404);
    }
    const flag = { key: 'news', name: 'News', platforms: ['web'] };
    expect((await other.post('/v1/flags', flag, { key: other.secret })).status).toBe(201);
    expect((await stream.next()).event).toBe('config');
    await stream.close();
  });

  test('a stream goes on when its member joins another project, and ends with the role', async () => {
    const own = await TestProject.create(server);
    const [first, member] = [await TestMember.invited(own, 'owner'), await TestMember.invited(own, 'viewer')];
    await server.waitForStore();
    const path = `${server.url}/v1/events/stream?project_id=${own.id}`;
    const stream = await StreamReader.open(path, { Cookie: member.cookie });
    const other = await TestProject.create(server);
    const body = { email: member.session.member.email, role: 'editor' };
    expect((await other.post('/v1/members', body, { key: other.secret })).status).toBe(201);
    await own.ingest({ batch: [{ event: 'meanwhile' }] });
    expect((await stream.next()).data).toMatchObject({ event: 'meanwhile' });
    expect((await remove(first, member)).status).toBe(204);
    await stream.ended;
  });

  test('changes of roles stand in the change log', async () => {
    const member = await TestMember.invited(project, 'viewer');
    await changeRole(owner, member, 'editor');
    const path = `/v1/changes?entity_type=member&entity_id=${idOf(member)}`;
    const [change] = (await owner.get(path)).data<Record<string, unknown>[]>();
    expect(change).toMatchObject({
      action: 'role_granted',
      actor: { kind: 'member', id: idOf(owner) },
      before: { role: 'viewer' },
      after: { role: 'editor' },
    });
  });
});

describe('owners', () => {
  test('are made, changed and removed by owners only', async () => {
    const [admin, second, viewer] = [
      await TestMember.invited(project, 'admin'),
      await TestMember.invited(project, 'viewer'),
      await TestMember.invited(project, 'viewer'),
    ];
    expect((await changeRole(owner, second, 'owner')).status).toBe(200);
    expect((await changeRole(admin, viewer, 'owner')).status).toBe(403);
    expect((await changeRole(admin, second, 'viewer')).status).toBe(403);
    expect((await remove(admin, second)).status).toBe(403);
    expect((await admin.post('/v1/invitations', { email: newEmail(), role: 'owner' })).status).toBe(403);
    const body = { email: newEmail(), role: 'owner' };
    expect((await project.post('/v1/invitations', body, { key: project.secret })).status).toBe(403);
    expect((await changeRole(admin, admin, 'owner')).status).toBe(403);
    expect((await remove(second, second)).status).toBe(204);
  });

  test('the last one can be neither removed nor made less', async () => {
    const own = await TestProject.create(server);
    const last = await TestMember.invited(own, 'owner');
    for (const response of [await remove(last, last), await changeRole(last, last, 'admin')]) {
      expect([response.status, response.error.details?.reason]).toEqual([409, 'LAST_OWNER']);
    }
    const second = await TestMember.invited(own, 'viewer');
    await changeRole(last, second, 'owner');
    expect((await changeRole(last, last, 'viewer')).status).toBe(200);
    expect((await remove(second, last)).status).toBe(204);
  });
});

describe('invitations', () => {
  const invite = async (email = newEmail(), role = 'editor') =>
    (await owner.post('/v1/invitations', { email, role })).data<{ id: string; token: string; link: string }>();
  const accept = (token: string, password: string, name?: string) =>
    post(server, '/v1/invitations/accept', { token, password, ...(name === undefined ? {} : { name }) });

  test('a link makes an account, gives the role and signs in, once', async () => {
    const email = newEmail();
    const { id, token, link } = await invite(email);
    expect(link).toBe(`/invitations#${token}`);
    const listed = await owner.get('/v1/invitations');
    expect(listed.text).not.toContain(token);
    const [row] = listed.data<Record<string, unknown>[]>();
    expect(row).toMatchObject({ id, email, role: 'editor', invited_by: owner.session.member.email });
    const days = (Date.parse(String(row?.expires_at)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);

    const read = await post(server, '/v1/invitations/read', { token });
    expect(read.data()).toMatchObject({
      email,
      role: 'editor',
      has_account: false,
      project: { name: expect.any(String) },
    });
    expect((await accept(token, 'short')).status).toBe(400);
    const accepted = await accept(token, 'long enough', 'Ada');
    expect(accepted.status).toBe(201);
    expect(accepted.headers.get('set-cookie')).toContain('lp_session=');
    const { member, projects } = accepted.data<SessionData>();
    expect([member.email, member.name, member.is_operator, projects[0]?.role]).toEqual([email, 'Ada', false, 'editor']);

    expect((await accept(token, 'long enough')).status).toBe(404);
    expect((await post(server, '/v1/invitations/read', { token })).status).toBe(404);
    expect((await owner.get('/v1/invitations')).text).not.toContain(id);
  });

  test('one link accepted many times at once makes one account', async () => {
    const { token } = await invite();
    const responses = await Promise.all(Array.from({ length: 5 }, () => accept(token, 'long enough')));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(201);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.slice(1).every((status) => [401, 404, 409].includes(status))).toBe(true);
  });

  test('a withdrawn one, and one that was followed by another, are of no use', async () => {
    const email = newEmail();
    const [first, second] = [await invite(email), await invite(email)];
    expect((await accept(first.token, 'long enough')).status).toBe(404);
    expect((await owner.send('DELETE', `/v1/invitations/${second.id}`)).status).toBe(204);
    expect((await owner.send('DELETE', `/v1/invitations/${second.id}`)).status).toBe(404);
    expect((await accept(second.token, 'long enough')).status).toBe(404);
  });

  test('a link to somebody who has an account does not open it: it takes its password', async () => {
    const other = await TestProject.create(server);
    const member = await TestMember.invited(other, 'viewer');
    const { token } = await invite(member.session.member.email);
    const read = await post(server, '/v1/invitations/read', { token });
    expect(read.data()).toMatchObject({ has_account: true });
    expect((await accept(token, 'a new password')).status).toBe(401);
    expect((await accept(token, member.password)).status).toBe(201);
    expect((await member.get('/v1/session')).data<SessionData>().projects).toHaveLength(2);
  });

  test('anyone who is a member already is not invited', async () => {
    const response = await owner.post('/v1/invitations', { email: owner.session.member.email, role: 'viewer' });
    expect([response.status, response.error.details?.reason]).toEqual([409, 'ALREADY_MEMBER']);
    for (const body of [{}, { email: 'no address', role: 'viewer' }, { email: newEmail(), role: 'king' }]) {
      expect((await owner.post('/v1/invitations', body)).status).toBe(400);
    }
  });

  test('anyone who is removed leaves no links behind', async () => {
    const admin = await TestMember.invited(project, 'admin');
    const invitation = await admin.post('/v1/invitations', { email: newEmail(), role: 'admin' });
    const { token } = invitation.data<{ token: string }>();
    await remove(owner, admin);
    expect((await accept(token, 'long enough')).status).toBe(404);
  });

  test('those of another project are not seen and cannot be withdrawn', async () => {
    const { id } = await invite();
    const stranger = await TestMember.invited(await TestProject.create(server), 'admin');
    expect((await stranger.get('/v1/invitations')).text).not.toContain(id);
    expect((await stranger.send('DELETE', `/v1/invitations/${id}`)).status).toBe(404);
  });
});

describe('a member of several projects', () => {
  test('names one by id or slug, in a header or the query; without it 400 says how', async () => {
    const operator = await TestMember.owner(server);
    const slug = `second-${Date.now()}`;
    const created = await operator.post('/v1/projects', { slug, name: 'Second' });
    expect(created.status).toBe(201);
    const { id } = created.data<{ id: string }>();
    const settings = async (path: string, named: string | null) => {
      const response = await operator.get(path, { project: named });
      return response.status === 200 ? response.data<{ slug: string }>().slug : response.status;
    };
    expect(await settings('/v1/project', id)).toBe(slug);
    expect(await settings('/v1/project', id.toUpperCase())).toBe(slug);
    expect(await settings('/v1/project', slug)).toBe(slug);
    expect(await settings(`/v1/project?project_id=${slug}`, null)).toBe(slug);
    expect(await settings('/v1/project', 'default')).toBe('default');
    expect(await settings('/v1/project', project.id)).toBe(404);
    expect(await settings('/v1/project', 'nowhere')).toBe(404);
    const unnamed = await operator.get('/v1/project', { project: null });
    expect([unnamed.status, Object.keys(unnamed.error.details?.fieldErrors ?? {})]).toEqual([
      400,
      ['X-Lamppost-Project'],
    ]);
  });

  test('an operator who creates a project owns it at once; being one opens no other', async () => {
    const operator = await TestMember.owner(server);
    const created = await operator.post('/v1/projects', { slug: `own-${Date.now()}`, name: 'Own' });
    const { id } = created.data<{ id: string }>();
    const known = (await operator.get('/v1/session')).data<SessionData>().projects.find((each) => each.id === id);
    expect(known?.role).toBe('owner');
    expect((await operator.post('/v1/groups', { key: 'g', name: 'G' }, { project: id })).status).toBe(201);
    expect((await operator.get('/v1/flags', { project: project.id })).status).toBe(404);
    const backup = await operator.post('/v1/backups', {});
    const job = await operator.get(`/v1/jobs/${backup.data<{ id: string }>().id}`, { project: id });
    expect([backup.status, job.status]).toEqual([202, 200]);
    expect((await owner.get(`/v1/jobs/${backup.data<{ id: string }>().id}`)).status).toBe(404);
  });

  test('without an environment it is production, and others are named', async () => {
    const member = await TestMember.invited(project, 'viewer');
    await server.waitForStore();
    await project.ingest({ batch: [{ event: 'live' }] }, { key: project.keys.production.publishable });
    await project.ingest({ batch: [{ event: 'tried' }] }, { key: project.keys.development.publishable });
    await server.waitForCount(1, '?environment_id=development', project.secret);
    await server.waitForCount(1, '', project.secret);
    const seen = async (query: string) =>
      (await member.get(`/v1/events${query}`)).data<{ event: string }[]>().map(({ event }) => event);
    expect(await seen('')).toEqual(['live']);
    expect(await seen('?environment_id=development')).toEqual(['tried']);
  });

  test('an environment is named the same way on every route, also on those of server SDKs', async () => {
    const editor = await TestMember.invited(project, 'editor');
    await editor.post('/v1/flags', { key: 'placed', name: 'Placed', platforms: ['web'] });
    const rollout = { body: { percentage: 100, value: true } };
    await editor.send('PUT', '/v1/flags/placed/rollout?environment_id=development', rollout);
    const percentageIn = async (query: string) => {
      const { flags } = (await editor.get(`/v1/ruleset${query}`)).data<{
        flags: { key: string; rollout: { percentage: number } | null }[];
      }>();
      return flags.find(({ key }) => key === 'placed')?.rollout?.percentage;
    };
    expect(await percentageIn('?environment_id=development')).toBe(100);
    expect(await percentageIn('')).toBeUndefined();
    const evaluated = await editor.post('/v1/flags/evaluate?environment_id=development', { flag_keys: ['placed'] });
    expect(evaluated.data<Record<string, unknown>>().placed).toMatchObject({ value: true });
    expect((await editor.get('/v1/ruleset?environment_id=nowhere')).status).toBe(404);
  });
});
