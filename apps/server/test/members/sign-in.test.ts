import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { cookieOf, newEmail, post, type SessionData, TestMember } from '../harness/test-member.ts';
import { ApiResponse, TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  // Addresses can be told apart by a header, so that tests do not lock each other out.
  server = await TestServer.start({ env: { LP_CLIENT_ADDRESS_HEADER: 'X-Forwarded-For' } });
  project = await TestProject.create(server);
});
afterAll(() => server.dispose());

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  post(server, '/v1/session', { email, password }, headers);

describe('signing in', () => {
  test('the first start prints the dashboard’s address and a sign-in that works', async () => {
    const { email, password } = server.bootstrap.owner;
    expect(server.output).toContain(`${server.url}/`);
    expect(server.output).toContain(email);
    expect(server.output).toContain(password);
    const response = await signIn(email, password);
    expect(response.status).toBe(201);
    const { member, projects, csrf_token, expires_at } = response.data<SessionData>();
    expect(member).toEqual({ id: expect.any(String), email, name: null, is_operator: true });
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(projects).toEqual([
      {
        id: server.bootstrap.project.id,
        slug: 'default',
        name: 'Default',
        role: 'owner',
        timezone: 'UTC',
        environments: [
          { id, slug: 'production', name: 'Production' },
          { id, slug: 'development', name: 'Development' },
        ],
      },
    ]);
    expect(csrf_token).toMatch(/^[\w-]{43}$/);
    const days = (Date.parse(expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThan(14.1);
  });

  test('the cookie is out of reach of scripts and other sites, and its token is nowhere else', async () => {
    const { email, password } = server.bootstrap.owner;
    const response = await signIn(email, password);
    const [cookie = '', browser] = response.headers.getSetCookie();
    expect(browser).toMatch(/^lp_browser_\w{12}=[\w.-]{66}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).toMatch(/^lp_session=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(response.text).not.toContain(cookie.slice('lp_session='.length, 54));
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('an email is compared without regard to case', async () => {
    const member = await TestMember.invited(project, 'viewer', `Mixed.${newEmail()}`);
    const { email } = member.session.member;
    expect((await signIn(email.toUpperCase(), member.password)).status).toBe(201);
  });

  test('a wrong password and an unknown email are told apart neither by words nor by status', async () => {
    const member = await TestMember.invited(project, 'viewer');
    const wrong = await signIn(member.session.member.email, 'wrong password');
    const unknown = await signIn(newEmail(), 'wrong password');
    expect(wrong.status).toBe(401);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect(unknown.headers.get('set-cookie')).toBeNull();
  });

  test('bodies that say neither are 400', async () => {
    for (const body of [{}, { email: 'a@b' }, { email: '', password: 'x' }, { email: 'a@b', password: 7 }]) {
      expect((await post(server, '/v1/session', body)).status).toBe(400);
    }
  });

  test('a page of another site cannot sign anybody in', async () => {
    const { email, password } = server.bootstrap.owner;
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const response = await signIn(email, password, headers as Record<string, string>);
      expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
    }
    expect((await signIn(email, password, { Origin: server.url })).status).toBe(201);
  });
});

describe('wrong passwords', () => {
  test('after five an address waits for the account, whether or not it exists; then the right one works', async () => {
    const member = await TestMember.invited(project, 'viewer');
    const from = { 'X-Forwarded-For': '198.51.100.1' };
    for (const email of [member.session.member.email, newEmail()]) {
      for (let turn = 1; turn <= 5; turn += 1) {
        expect([turn, (await signIn(email, 'wrong', from)).status]).toEqual([turn, 401]);
      }
      const locked = await signIn(email, member.password, from);
      expect([locked.status, locked.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(locked.headers.get('retry-after')).toBe('1');
    }
    await waitUntil(async () => (await signIn(member.session.member.email, member.password, from)).status === 201);
    expect((await signIn(member.session.member.email, 'wrong', from)).status).toBe(401);
  });

  test('negative control: four do not make anybody wait, nor do those of other accounts', async () => {
    const member = await TestMember.invited(project, 'viewer');
    const from = { 'X-Forwarded-For': '198.51.100.2' };
    for (const email of [member.session.member.email, newEmail(), newEmail()]) {
      for (let turn = 1; turn <= 4; turn += 1) expect((await signIn(email, 'wrong', from)).status).toBe(401);
    }
    expect((await signIn(member.session.member.email, member.password, from)).status).toBe(201);
  });

  test('of somebody who knows the email do not lock out its owner, whose browser has a counter of its own', async () => {
    const member = await TestMember.invited(project, 'viewer');
    const { email } = member.session.member;
    const guess = (turn: number) => signIn(email, 'wrong', { 'X-Forwarded-For': `2001:db8:${turn % 10}:1:${turn}::1` });
    for (let turn = 1; turn <= 5; turn += 1) expect((await guess(turn)).status).toBe(401);
    // Elsewhere it still works, in a browser that was never seen before.
    expect((await signIn(email, member.password, { 'X-Forwarded-For': '198.51.100.2' })).status).toBe(201);

    // Many addresses that guess together are slowed down together.
    const statuses = new Set<number>();
    for (let turn = 6; turn <= 56; turn += 1) statuses.add((await guess(turn)).status);
    expect(statuses).toEqual(new Set([401, 429]));
    expect((await signIn(email, member.password, { 'X-Forwarded-For': '198.51.100.3' })).status).toBe(429);

    const known = { Cookie: member.knownBrowser, 'X-Forwarded-For': '198.51.100.3' };
    expect((await signIn(email, member.password, known)).status).toBe(201);
    for (let turn = 1; turn <= 5; turn += 1) expect((await signIn(email, 'wrong', known)).status).toBe(401);
    expect((await signIn(email, member.password, known)).status).toBe(429);
  });

  test('are not counted apart for a browser that was known to another account, or before another password', async () => {
    const [member, other] = [await TestMember.invited(project, 'viewer'), await TestMember.invited(project, 'viewer')];
    const { email, id } = member.session.member;
    const from = { 'X-Forwarded-For': '198.51.100.4' };
    for (let turn = 1; turn <= 5; turn += 1) await signIn(email, 'wrong', from);
    const [, foreign] = other.knownBrowser.split('=');
    const forged = `lp_browser_${id.replaceAll('-', '').slice(-12)}=${foreign}`;
    expect((await signIn(email, member.password, { ...from, Cookie: forged })).status).toBe(429);
    const former = member.knownBrowser;
    const body = { current_password: member.password, new_password: 'another long one' };
    const changed = await member.send('PUT', '/v1/session/password', {
      body,
      headers: { Cookie: `${member.cookie}; ${former}` },
    });
    expect(changed.status).toBe(200);
    for (let turn = 1; turn <= 5; turn += 1) await signIn(email, 'wrong', from);
    expect((await signIn(email, 'another long one', { ...from, Cookie: former })).status).toBe(429);
  });

  test('many at the same time count as many', async () => {
    const email = newEmail();
    const responses = await Promise.all(Array.from({ length: 12 }, () => signIn(email, 'wrong')));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('after twenty an address waits, and only that one', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.1, 203.0.113.7' };
    for (let turn = 1; turn <= 20; turn += 1) expect((await signIn(newEmail(), 'wrong', from)).status).toBe(401);
    const { email, password } = server.bootstrap.owner;
    expect((await signIn(email, password, from)).status).toBe(429);
    expect((await signIn(email, password, { 'X-Forwarded-For': '203.0.113.8' })).status).toBe(201);
  });
});

describe('a session', () => {
  test('says who it is, and is over after signing out here, while others go on', async () => {
    const here = await TestMember.invited(project, 'editor');
    const there = await here.again();
    const response = await here.get('/v1/session');
    expect(response.status).toBe(200);
    const { expires_at: _, ...known } = here.session;
    expect(response.data<SessionData>()).toMatchObject(known);
    const out = await here.send('DELETE', '/v1/session');
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('lp_session=; Max-Age=0'),
    ]);
    expect((await here.get('/v1/session')).status).toBe(401);
    expect((await here.get('/v1/flags')).status).toBe(401);
    expect((await there.get('/v1/session')).status).toBe(200);
  });

  test('signing out everywhere ends all of them, streams too', async () => {
    const here = await TestMember.invited(project, 'viewer');
    const there = await here.again();
    await server.waitForStore();
    // As a browser's EventSource opens it: with the cookie, and no header of its own.
    const headers = { Cookie: there.cookie };
    const live = await StreamReader.open(`${server.url}/v1/events/stream?project_id=${project.id}`, headers);
    const config = await StreamReader.open(`${server.url}/v1/config/stream?project_id=${project.id}`, headers);
    expect([live.response.status, config.response.status]).toEqual([200, 200]);
    expect((await config.next()).event).toBe('config');
    await project.ingest({ batch: [{ event: 'watched' }] });
    expect((await live.next()).event).toBe('event');
    expect((await here.send('DELETE', '/v1/sessions')).status).toBe(204);
    await Promise.all([live.ended, config.ended]);
    expect([live.failure, config.failure]).toEqual([undefined, undefined]);
    for (const member of [here, there]) expect((await member.get('/v1/session')).status).toBe(401);
  });

  test('signing in again in the same browser ends the session before', async () => {
    const first = await TestMember.invited(project, 'viewer');
    const response = await signIn(first.session.member.email, first.password, { Cookie: first.cookie });
    expect(response.status).toBe(201);
    expect((await first.get('/v1/session')).status).toBe(401);
  });

  test('a new password ends all other sessions and changes this one’s token', async () => {
    const here = await TestMember.invited(project, 'viewer');
    const there = await here.again();
    const bodies = { current_password: here.password, new_password: 'another long one' };
    const wrong = await here.send('PUT', '/v1/session/password', { body: { ...bodies, current_password: 'no' } });
    expect(wrong.status).toBe(401);
    const short = await here.send('PUT', '/v1/session/password', { body: { ...bodies, new_password: 'short' } });
    expect(short.status).toBe(400);
    const changed = await here.send('PUT', '/v1/session/password', { body: bodies });
    expect(changed.status).toBe(200);
    const cookie = changed.headers.get('set-cookie')?.split(';')[0] ?? '';
    for (const member of [here, there]) expect((await member.get('/v1/session')).status).toBe(401);
    here.cookie = cookie;
    here.csrfToken = changed.data<SessionData>().csrf_token;
    expect((await here.send('PATCH', '/v1/session', { body: { name: 'Grace' } })).status).toBe(200);
    expect((await here.get('/v1/session')).data<SessionData>().member.name).toBe('Grace');
    expect((await signIn(here.session.member.email, here.password)).status).toBe(401);
    expect((await signIn(here.session.member.email, 'another long one')).status).toBe(201);
  });
});

describe('requests of a member', () => {
  test('need the CSRF token for everything but reading', async () => {
    const member = await TestMember.invited(project, 'editor');
    const body = { key: `f_${Date.now()}`, name: 'F', platforms: ['web'] };
    for (const token of ['', 'x'.repeat(43), (await TestMember.invited(project, 'editor')).csrfToken]) {
      const response = await member.send('POST', '/v1/flags', { body, headers: { 'X-CSRF-Token': token } });
      expect([response.status, response.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await member.get('/v1/flags', { headers: { 'X-CSRF-Token': '' } })).status).toBe(200);
    expect((await member.post('/v1/flags', body)).status).toBe(201);
  });

  test('are refused when a browser says that they come from elsewhere, right token or not', async () => {
    const member = await TestMember.invited(project, 'editor');
    for (const site of ['cross-site', 'same-site']) {
      const body = { key: site, name: 'G' };
      const response = await member.post('/v1/groups', body, { headers: { 'Sec-Fetch-Site': site } });
      expect([site, response.status]).toEqual([site, 403]);
    }
  });

  test('with an Authorization header never use the cookie', async () => {
    const member = await TestMember.invited(project, 'owner');
    const headers = { Authorization: `Bearer ${project.publishable}` };
    expect((await member.get('/v1/flags', { headers })).status).toBe(403);
    expect((await member.get('/v1/flags', { headers: { Authorization: 'Bearer nonsense' } })).status).toBe(401);
  });

  test('are never let through to pages of other origins', async () => {
    const member = await TestMember.invited(project, 'viewer');
    const response = await member.get('/v1/flags', { headers: { Origin: 'https://evil.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('spend nothing of the project’s requests', async () => {
    const free = await TestProject.create(server, 'free');
    const member = await TestMember.invited(free, 'viewer');
    const responses = await Promise.all(Array.from({ length: 70 }, () => member.get('/v1/flags')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(responses[0]?.headers.get('ratelimit')).toBeNull();
  });

  test('stand in the change log under the member’s name', async () => {
    const member = await TestMember.invited(project, 'editor');
    const key = `logged_${Date.now()}`;
    await member.post('/v1/flags', { key, name: 'F', platforms: ['web'] });
    const [change] = (await member.get(`/v1/flags/${key}/history`)).data<{ actor: unknown }[]>();
    const { id, email } = member.session.member;
    expect(change?.actor).toEqual({ kind: 'member', id, name: email });
  });
});

test('over https cookies stay on https, browsers are told to use nothing else, and no password, token or cookie is ever logged', async () => {
  const port = await freePort();
  const password = 'printed once only';
  const env = {
    LP_PUBLIC_URL: 'https://lamppost.example',
    LP_PORT: String(port),
    LP_LOG_LEVEL: 'debug',
    LP_OWNER_PASSWORD: password,
  };
  const secure = await TestServer.start({ env });
  onTestFinished(() => secure.dispose());
  const { email } = secure.bootstrap.owner;
  const session = `http://127.0.0.1:${port}/v1/session`;
  const response = await ApiResponse.of(fetch(session, { method: 'POST', body: JSON.stringify({ email, password }) }));
  expect(response.status).toBe(201);
  for (const kept of response.headers.getSetCookie()) expect(kept).toMatch(/^__Host-.*; Secure$/);
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { Accept: 'text/html' } });
  for (const { headers } of [response, page]) expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  const cookie = cookieOf(response);
  expect((await fetch(session, { headers: { Cookie: cookie } })).status).toBe(200);
  const wrong = JSON.stringify({ email, password: 'a wrong secret' });
  expect((await fetch(session, { method: 'POST', body: wrong })).status).toBe(401);
  await secure.stop();
  expect(secure.output).toContain('"level":30');
  expect(secure.output.split(password)).toHaveLength(2);
  for (const secret of ['a wrong secret', cookie.slice(11), response.data<SessionData>().csrf_token]) {
    expect(secure.output).not.toContain(secret);
  }
});

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as { port: number };
  await new Promise((resolve) => listener.close(resolve));
  return port;
}
