import { beforeAll, describe, expect, test } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';
import { TestProject } from '../harness/test-project.ts';
import { McpTestClient } from './mcp-client.ts';

let server: TestServer;
let project: TestProject;
let admin: Admin;
let assistant: McpTestClient;

const CRASHED_SESSIONS = 6;

beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  admin = new Admin(project);
  assistant = await McpTestClient.overHttp(server, project.secret);
  await admin.flag('new_checkout');
  await admin.rules('new_checkout', [
    { name: 'Paying users', conditions: [when('plan', 'eq', 'pro')], value: true, percentage: 100 },
  ]);
  await project.post('/v1/devices/register', { device_id: 'ada-phone', platform: 'web' });
  await project.post('/v1/devices/ada-phone/identify', { user_id: 'ada', attributes: { plan: 'free' } });
  const steps = (user: number): string[] =>
    ['view_cart', 'checkout', 'purchase'].slice(0, user < 2 ? 3 : user < 3 ? 2 : 1);
  const hourAgoMs = Date.now() - 3_600_000;
  const purchases = Array.from({ length: 10 }, (_, user) =>
    steps(user).map((event, at) => ({
      event,
      context: { user: { id: `shopper-${user}` } },
      timestamp: new Date(hourAgoMs + user * 1000 + at * 100).toISOString(),
      properties: { amount: user },
    })),
  ).flat();
  const sessions = Array.from({ length: 40 }, (_, at) => ({
    event: '$session_start',
    context: { session: { id: `s${at}` }, user: { id: `u${at}` }, app: { version: at < 20 ? '2.3.0' : '2.4.0' } },
  }));
  await project.ingest({ batch: [...purchases, { event: 'seen', context: { user: { id: 'ada' } } }] });
  await project.ingest({ batch: sessions });
  for (let at = 0; at < CRASHED_SESSIONS; at += 1) {
    await project.post('/v1/crashes/report', {
      platform: 'web',
      exception_type: 'TypeError',
      exception_message: 'total is undefined',
      stack_trace: 'TypeError: total is undefined\n    at sumOf (https://shop.example/cart.js:10:5)',
      app_version: '2.4.0',
      session_id: `s${20 + at}`,
    });
  }
  await waitUntil(async () => {
    const health = await project.get('/v1/crashes/health');
    const groups = await project.get('/v1/crashes/groups');
    return health.text.includes(`"reports":${CRASHED_SESSIONS}`) && groups.text.includes('TypeError');
  });
});

describe('the SDK’s own client', () => {
  test('over HTTP: is told what the server is for, and which tools the key has', async () => {
    expect(assistant.client.getServerVersion()).toMatchObject({ name: 'lamppost' });
    expect(assistant.client.getInstructions()).toContain('environment');
    const { tools } = await assistant.client.listTools();
    const rollout = tools.find(({ name }) => name === 'set_flag_rollout');
    expect(rollout).toMatchObject({
      title: 'Set the rollout of a flag',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: { required: ['flag', 'percentage', 'value'], additionalProperties: false },
    });
    expect(JSON.stringify(tools).length).toBeLessThan(40_000);
  });

  test('without a handshake, as the newest revision of the protocol has it', async () => {
    const modern = await McpTestClient.overHttp(server, project.secret, { pin: '2026-07-28' });
    expect(await modern.toolNames()).toEqual(await assistant.toolNames());
    expect(await modern.done('list_flags')).toMatchObject({ data: [{ key: 'new_checkout' }] });
    await modern.client.close();
  });

  test('over stdio: the same tools with the same results', async () => {
    const stdio = await McpTestClient.overStdio(server, project.secret);
    try {
      expect(stdio.client.getInstructions()).toBe(assistant.client.getInstructions());
      expect(await stdio.toolNames()).toEqual(await assistant.toolNames());
      expect(await stdio.done('read_flag', { flag: 'new_checkout' })).toEqual(
        await assistant.done('read_flag', { flag: 'new_checkout' }),
      );
      expect((await stdio.call('read_flag', { flag: 'absent' })).texts[0]).toContain('List what there is first');
      await expect(stdio.call('no_such_tool')).rejects.toThrow('no_such_tool');
    } finally {
      await stdio.client.close();
    }
  });

  test('a dev key is offered definitions only, and cannot call the rest', async () => {
    const dev = await McpTestClient.overHttp(server, project.keys.production.dev);
    expect(await dev.toolNames()).toContain('read_flag');
    expect(await dev.toolNames()).not.toContain('run_sql');
    await expect(dev.call('run_sql', { sql: 'SELECT 1' })).rejects.toThrow('run_sql');
    expect(await dev.done('read_flag', { flag: 'new_checkout' })).toMatchObject({ environment: 'production' });
  });

  test('a publishable key, no key and a page of another origin are turned away', async () => {
    await expect(McpTestClient.overHttp(server, project.publishable)).rejects.toThrow();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const statusFor = async (headers: Record<string, string>, key: string | null = project.secret) =>
      (await project.post('/mcp', list, { key, headers })).status;
    expect(await statusFor({}, project.publishable)).toBe(403);
    expect(await statusFor({}, null)).toBe(401);
    expect(await statusFor({ Origin: 'https://evil.example' })).toBe(403);
    expect(await statusFor({ Origin: 'http://localhost:6274' })).toBe(200);
    for (const method of ['GET', 'HEAD', 'DELETE']) expect((await project.send(method, '/mcp')).status).toBe(405);
    expect((await project.post('/mcp', 'not JSON', { key: project.secret })).status).toBe(400);
    expect((await project.post('/mcp', Array(11).fill(list), { key: project.secret })).status).toBe(400);
  });

  test('sees nothing of another project', async () => {
    const other = await McpTestClient.overHttp(server, (await TestProject.create(server)).secret);
    expect(await other.done('list_flags')).toMatchObject({ data: [] });
    expect((await other.call('read_flag', { flag: 'new_checkout' })).isError).toBe(true);
    const { environment_id } = await admin.targeting('new_checkout');
    expect((await other.call('list_events', { environment_id })).texts.join()).toContain('Environment not found');
  });

  test('is told what to do about a mistake', async () => {
    const unknown = await assistant.call('list_flags', { serach: 'x' });
    expect(unknown.isError).toBe(true);
    const query = { kind: 'funnel', steps: ['a', 'b'], rage: {} };
    const wrong = await assistant.call('query_insights', { query });
    expect(wrong.isError).toBe(true);
    expect(wrong.texts[0]).toMatch(/rage|range/);
    expect(wrong.texts[0]).toContain('Correct the arguments');
    expect(await assistant.done('describe_insight_query', { kind: 'funnel' })).toMatchObject({
      $ref: '#/$defs/FunnelQuery',
    });
  });

  test('gets a part of what is large, and is told so', async () => {
    const sql = 'SELECT a.context AS a, b.context AS b FROM events a, events b LIMIT 900';
    const { texts, json } = await assistant.call('run_sql', { sql });
    expect(texts[1]).toMatch(/^The result was cut to fit\. Shown of data\.rows: \d+ of 900 items\..*add LIMIT\.$/);
    expect(texts[0]?.length).toBeLessThan(40_000);
    expect(json).toMatchObject({ data: { kind: 'sql' } });
  });

  test('spends from the limits of the project', async () => {
    const small = await TestProject.create(server, 'free');
    const poor = await McpTestClient.overHttp(server, small.secret);
    const results: string[] = [];
    for (let at = 0; at < 40 && !results.at(-1)?.includes('Wait'); at += 1) {
      try {
        results.push((await poor.call('list_flags')).texts.join());
      } catch (error) {
        results.push(`Wait: ${error}`);
      }
    }
    expect(results.at(-1)).toMatch(/Wait/);
    expect(results.length).toBeLessThan(32);
  });
});

describe('tasks', () => {
  test('why does user ada not get new_checkout', async () => {
    const served = await assistant.done<{ data: { context: object; flags: { key: string; value: unknown }[] } }>(
      'read_person_assignments',
      { person: 'ada' },
    );
    expect(served.data.flags).toContainEqual(expect.objectContaining({ key: 'new_checkout', value: false }));
    const why = await assistant.done<{
      data: { rules: { name: string; outcome: string; failed_condition: unknown }[] };
    }>('explain_flag', { flag: 'new_checkout', context: served.data.context });
    expect(why.data).toMatchObject({ value: false, reason: 'DEFAULT' });
    const [rule] = why.data.rules;
    expect(rule).toMatchObject({ name: 'Paying users', failed_condition: when('plan', 'eq', 'pro') });
    expect(served.data.context).toMatchObject({ attributes: { plan: 'free' } });
  });

  test('did release 2.4.0 crash more', async () => {
    const { data } = await assistant.done<{
      data: { rows: { value: string; crash_free_sessions: { rate: number } }[] };
    }>('read_crash_health', { dimension: 'app_version' });
    const rateOf = (version: string) => data.rows.find(({ value }) => value === version)?.crash_free_sessions.rate;
    expect([rateOf('2.3.0'), rateOf('2.4.0')]).toEqual([100, 70]);
    const crashes = await assistant.done<{ data: { id: string; title: string }[] }>('list_crashes', {
      app_version: '2.4.0',
    });
    const crash = await assistant.done<{ data: object }>('read_crash', { group: crashes.data[0]?.id });
    expect(JSON.stringify(crash.data)).toContain('sumOf');
  });

  test('which step of the purchase funnel loses most people', async () => {
    const events = await assistant.done<{ data: { event_name: string }[] }>('list_events', { limit: 100 });
    const names = events.data.map(({ event_name }) => event_name);
    const steps = ['view_cart', 'checkout', 'purchase'];
    expect(names).toEqual(expect.arrayContaining(steps));
    const { data } = await assistant.done<{ data: { steps: { event: string; dropOff: number | null }[] } }>(
      'query_insights',
      { query: { kind: 'funnel', steps, range: { kind: 'relative', last: '24h' } } },
    );
    const [worst] = data.steps.toSorted((a, b) => (b.dropOff ?? 0) - (a.dropOff ?? 0));
    expect(worst).toMatchObject({ event: 'checkout', dropOff: 70 });
  });

  test('roll new_checkout out to 25 % in development: difference first, then the change', async () => {
    const change = { flag: 'new_checkout', environment_id: 'development', percentage: 25, value: true };
    const dry = await assistant.done<{ status: string; confirm: string }>('set_flag_rollout', change);
    expect(dry).toMatchObject({
      status: 'dry_run',
      difference: [{ at: 'rollout', before: null, after: { percentage: 25, value: true } }],
    });
    expect((await admin.targeting('new_checkout', '?environment_id=development')).rollout).toBeNull();
    const other = await assistant.done('set_flag_rollout', { ...change, percentage: 50, confirm: dry.confirm });
    expect(other).toMatchObject({ status: 'dry_run', next: expect.stringContaining('differ') });
    const done = await assistant.done('set_flag_rollout', { ...change, confirm: dry.confirm });
    expect(done).toMatchObject({ status: 'done', result: { rollout: { percentage: 25 } } });
    expect(await assistant.done('set_flag_rollout', change)).toMatchObject({ status: 'no_change' });
  });

  test('rules, the kill switch and restoring in development', async () => {
    const at = { flag: 'new_checkout', environment_id: 'development' };
    const confirmed = async (name: string, args: object) => {
      const { confirm } = await assistant.done<{ confirm: string }>(name, { ...at, ...args });
      return await assistant.done(name, { ...at, ...args, confirm });
    };
    const rules = [{ conditions: [when('country', 'eq', 'CH')], value: true }];
    expect(await confirmed('replace_flag_rules', { rules })).toMatchObject({
      status: 'done',
      difference: [{ at: 'rules[0]', after: { percentage: 100, enabled: true } }],
    });
    expect(await confirmed('kill_flag', { value: false, reason: 'broken' })).toMatchObject({
      result: { kill: { reason: 'broken' } },
    });
    expect(await confirmed('restore_flag', {})).toMatchObject({ result: { kill: null } });
  });

  test('changes of production become change requests, which a person approves', async () => {
    const ada = await TestMember.invited(project, 'admin');
    const requested = async (name: string, args: Record<string, unknown>) => {
      const { confirm } = await assistant.done<{ confirm: string }>(name, args);
      const asked = await assistant.done<{ change_request: string; page: string }>(name, { ...args, confirm });
      expect(asked).toMatchObject({ status: 'needs_a_person', page: expect.stringMatching(/settings\?tab=requests$/) });
      return asked.change_request;
    };
    const flag = { key: 'by_assistant', name: 'New', platforms: ['web'] };
    const created = await requested('create_flag', flag);
    expect((await admin.call('GET', '/v1/flags/by_assistant')).status).toBe(404);
    expect((await admin.call('POST', `/v1/change-requests/${created}/approve`, {})).status).toBe(403);
    const approve = (id: string) => ada.post(`/v1/change-requests/${id}/approve`, {});
    expect((await approve(created)).data()).toMatchObject({
      status: 'approved',
      origin: 'assistant',
    });
    expect((await admin.call('GET', '/v1/flags/by_assistant')).status).toBe(200);

    const before = await admin.targeting('new_checkout');
    const killed = await requested('kill_flag', { flag: 'new_checkout', reason: 'r' });
    expect(await admin.targeting('new_checkout')).toEqual(before);
    expect((await approve(killed)).status).toBe(200);
    expect(await admin.targeting('new_checkout')).toMatchObject({ kill: { reason: 'r' } });
    expect((await assistant.call('create_flag', { ...flag, key: 'new_checkout' })).texts[0]).toContain('already');
  });
});
