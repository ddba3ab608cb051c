import { MINUTE_MS } from '@lamppost/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { sendDemoStory } from '../harness/demo-story.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
});

interface Row {
  readonly id: string;
  readonly version: string;
  readonly platform: string;
  readonly status: string;
  readonly regression_tier: string | null;
  readonly [field: string]: unknown;
}

const iso = (ms: number): string => new Date(ms).toISOString();

class Shop {
  readonly project: TestProject;
  readonly admin: Admin;
  #events = 0;

  constructor(project: TestProject) {
    this.project = project;
    this.admin = new Admin(project);
  }

  static async open(): Promise<Shop> {
    return new Shop(await TestProject.create(server));
  }

  announce(body: object) {
    return this.project.post('/v1/releases', body, { key: this.project.secret });
  }

  /** Sessions of a version, the first of them crashed. */
  async sessions(version: string, count: number, crashed: number, more: { platform?: string; atMs?: number } = {}) {
    const { platform = 'ios', atMs = Date.now() - MINUTE_MS } = more;
    const name = (index: number) => `${platform}-${version}-${atMs}-${index}`;
    const timestamp = iso(atMs);
    for (let first = 0; first < count; first += 100) {
      const batch = Array.from({ length: Math.min(100, count - first) }, (_, at) => ({
        event: '$session_start',
        timestamp,
        context: {
          session: { id: name(first + at) },
          user: { anonymous_id: `a-${name(first + at)}` },
          device: { platform },
          app: { version },
        },
      }));
      expect((await this.project.ingest({ batch })).status).toBe(202);
      this.#events += batch.length;
    }
    for (let index = 0; index < crashed; index += 1) {
      const report = { platform, app_version: version, exception_type: 'E', timestamp, session_id: name(index) };
      expect((await this.project.post('/v1/crashes/report', report)).status).toBe(202);
    }
  }

  async requests(version: string, values: readonly (readonly [ms: number, status: number])[]) {
    const batch = values.map(([value_ms, status_code]) => ({
      metric_type: 'network',
      metric_name: 'https://api.example/v1/items',
      value_ms,
      status_code,
      timestamp: iso(Date.now() - MINUTE_MS),
    }));
    const context = { platform: 'ios', app_version: version };
    expect((await this.project.post('/v1/performance/ingest', { batch, context })).status).toBe(202);
  }

  async stored(): Promise<void> {
    await server.waitForCount(this.#events, '', this.project.secret);
  }

  async list(query = ''): Promise<Row[]> {
    return (await this.project.get(`/v1/releases${query}`)).data<Row[]>();
  }

  async find(version: string): Promise<Row> {
    const row = (await this.list()).find((one) => one.version === version);
    if (row === undefined) throw new Error(`There is no release ${version}`);
    return row;
  }
}

describe('announcing', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open();
  });

  test('commit_count of a release that nobody counted is null instead of a number', async () => {
    const uncounted = (await shop.announce({ version: '0.1.0', platform: 'web' })).data<Row>();
    expect(uncounted.commit_count).toBe(0);
    expect((await shop.project.get(`/v1/releases/${uncounted.id}`)).data<Row>().commit_count).toBe(0);
  });

  test('a new release is 201 with every field, the same again 200', async () => {
    const body = { version: '4.12.0', platform: 'ios', commit_sha: 'abc123', pr_number: 7, pr_title: 'Faster' };
    const created = await shop.announce({ ...body, branch: 'main', commit_count: 12, rollout_pct: 25 });
    expect(created.status).toBe(201);
    const row = created.data<Row>();
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      environment_id: expect.any(String),
      version: '4.12.0',
      platform: 'ios',
      channel: 'production',
      status: 'rolling_out',
      rollout_pct: 25,
      health_status: 'unknown',
      health_score: null,
      crash_free_rate: null,
      error_rate: null,
      p50_latency_ms: null,
      p99_latency_ms: null,
      total_sessions: 0,
      total_users: 0,
      adoption_pct: null,
      commit_sha: 'abc123',
      commit_count: 12,
      pr_number: 7,
      pr_title: 'Faster',
      branch: 'main',
      origin: 'announced',
      regression_tier: null,
      regression_detected_at: null,
      regression_evidence: null,
      deployed_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      recent_deployments: [
        {
          id: expect.any(String),
          environment_id: row.environment_id,
          status: 'rolling_out',
          rollout_pct: 25,
          commit_sha: 'abc123',
          deployed_at: row.deployed_at,
          changed_at: expect.any(String),
          actor: 'secret key',
        },
      ],
    });
    const again = await shop.announce({ version: '4.12.0', platform: 'ios', rollout_pct: 100, status: 'active' });
    expect(again.status).toBe(200);
    expect(again.data<Row>()).toMatchObject({ id: row.id, status: 'active', rollout_pct: 100, commit_sha: 'abc123' });
    const shown = await shop.project.get(`/v1/releases/${row.id.toUpperCase()}`);
    expect(shown.data<{ recent_deployments: { rollout_pct: number }[] }>().recent_deployments).toMatchObject([
      { rollout_pct: 100 },
      { rollout_pct: 25 },
    ]);
  });

  test('what is wrong is named', async () => {
    const fieldOf = async (body: object) => Object.keys((await shop.announce(body)).error.details?.fieldErrors ?? {});
    expect(await fieldOf({ platform: 'ios' })).toEqual(['version']);
    expect(await fieldOf({ version: '1', platform: 'all' })).toEqual(['platform']);
    expect(await fieldOf({ version: '', platform: 'ios' })).toEqual(['version']);
    expect(await fieldOf({ version: 'x'.repeat(65), platform: 'ios' })).toEqual(['version']);
    expect(await fieldOf({ version: '1', platform: 'ios', rollout_pct: 101 })).toEqual(['rollout_pct']);
    expect(await fieldOf({ version: '1', platform: 'ios', status: 'done' })).toEqual(['status']);
    expect(await fieldOf({ version: '1', platform: 'ios', deployed_at: 'soon' })).toEqual(['deployed_at']);
    const unknown = await shop.announce({ version: '1', platform: 'ios', environment_id: 'nowhere' });
    expect(unknown.status).toBe(404);
  });

  test('a release is changed, and what is fixed stays', async () => {
    const { id } = (await shop.announce({ version: '4.13.0', platform: 'ios', branch: 'main' })).data<Row>();
    const patched = await shop.admin.call('PATCH', `/v1/releases/${id}`, {
      status: 'rolled_back',
      rollout_pct: 0,
      branch: null,
      version: '4.13.0',
    });
    expect(patched.data<Row>()).toMatchObject({ status: 'rolled_back', rollout_pct: 0, branch: null });
    const fixed = await shop.admin.call('PATCH', `/v1/releases/${id}`, { version: '4.14.0' });
    expect([fixed.status, Object.keys(fixed.error.details?.fieldErrors ?? {})]).toEqual([400, ['version']]);
    const other = await Shop.open();
    for (const path of [`/v1/releases/${id}`, `/v1/releases/${id}/health`, '/v1/releases/none']) {
      expect((await other.project.get(path)).status).toBe(404);
    }
    expect((await other.admin.call('PATCH', `/v1/releases/${id}`, { status: 'active' })).status).toBe(404);
  });

  test('lists filter and page', async () => {
    const own = await Shop.open();
    for (const [index, body] of [
      { platform: 'ios' },
      { platform: 'android', channel: 'beta' },
      { platform: 'web', status: 'paused' },
      { platform: 'backend', environment_id: 'development' },
    ].entries()) {
      await own.announce({ version: `1.${index}`, deployed_at: iso(Date.now() - (9 - index) * MINUTE_MS), ...body });
    }
    const versions = async (query: string) => (await own.list(query)).map(({ version }) => version);
    expect(await versions('')).toEqual(['1.2', '1.1', '1.0']);
    expect(await versions('?platform=all')).toEqual(['1.2', '1.1', '1.0']);
    expect(await versions('?platform=android')).toEqual(['1.1']);
    expect(await versions('?channel=production&status=active')).toEqual(['1.0']);
    expect(await versions('?environment_id=development')).toEqual(['1.3']);
    const page = (await own.project.get('/v1/releases?limit=2')).json as { pagination: { cursor: string } };
    expect(page.pagination).toMatchObject({ has_more: true });
    expect(await versions(`?limit=2&cursor=${page.pagination.cursor}`)).toEqual(['1.0']);
    expect((await own.project.get('/v1/releases?platform=windows')).status).toBe(400);
  });
});

test.concurrent('a version first seen in data is a release at once; what is none makes none', async () => {
  const shop = await Shop.open();
  await shop.sessions('1.0.0', 3, 1);
  await shop.sessions('1.0.0', 1, 0, { platform: 'iPadOS' });
  await shop.sessions('1.0.0', 2, 0, { platform: 'server' });
  await shop.sessions('2.0.0', 2, 0, { platform: 'toaster' });
  await shop.sessions('{VERSION}', 2, 0);
  await shop.sessions('none', 2, 0);
  await shop.stored();
  const rows = await shop.list();
  expect(rows.map(({ platform, version }) => `${platform} ${version}`).toSorted()).toEqual([
    'backend 1.0.0',
    'ios 1.0.0',
  ]);
  expect(await shop.find('1.0.0')).toMatchObject({ channel: 'production', status: 'active', rollout_pct: 100 });
  await waitUntil(async () =>
    (await shop.list('?platform=ios')).every(({ crash_free_rate }) => crash_free_rate === 75),
  );
  expect(await shop.list('?platform=ios')).toMatchObject([
    { origin: 'seen', total_sessions: 4, total_users: 4, adoption_pct: 50, health_status: 'unknown' },
  ]);
  const announced = await shop.announce({ version: '1.0.0', platform: 'ios', commit_sha: 'abc' });
  expect(announced.status).toBe(200);
  const changes = await shop.project.get('/v1/changes?entity_type=release');
  expect(changes.data<{ actor: { kind: string } }[]>().map(({ actor }) => actor.kind)).toEqual([
    'api_key',
    'scheduler',
    'scheduler',
  ]);
});

describe('health and regressions', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open();
    const before = { version: '3.0.0', platform: 'ios', deployed_at: iso(Date.now() - 3 * 24 * 60 * MINUTE_MS) };
    const after = { version: '3.1.0', platform: 'ios', deployed_at: iso(Date.now() - 24 * 60 * MINUTE_MS) };
    const few = { version: '3.2.0', platform: 'ios', deployed_at: iso(Date.now() - 60 * MINUTE_MS) };
    const ids: string[] = [];
    for (const body of [before, after, few]) ids.push((await shop.announce(body)).data<Row>().id);
    await shop.sessions('3.0.0', 200, 1);
    await shop.sessions('3.1.0', 150, 12);
    await shop.sessions('3.2.0', 49, 20);
    await shop.requests('3.0.0', [
      [100, 200],
      [200, 200],
      [300, 200],
    ]);
    await shop.requests('3.1.0', [
      [100, 200],
      [200, 500],
      [300, 404],
      [400, 200],
      [500, 200],
    ]);
    await shop.stored();
    // Asked for in a way that finds no regressions yet: what is found is found with everything there.
    const isStored = async (id: string | undefined, expected: readonly (number | null)[]) => {
      const { crash_free_rate, error_rate } = (await shop.project.get(`/v1/releases/${id}`)).data<Row>();
      return crash_free_rate === expected[0] && error_rate === expected[1];
    };
    await waitUntil(() => isStored(ids[0], [99.5, 0]));
    await waitUntil(() => isStored(ids[1], [92, 40]));
    await waitUntil(() => isStored(ids[2], [59.1837, null]));
  });

  test('rates, latencies and the score of a release are those of its sessions and requests', async () => {
    expect(await shop.find('3.1.0')).toMatchObject({
      crash_free_rate: 92,
      error_rate: 40,
      p50_latency_ms: 300,
      p99_latency_ms: 496,
      total_sessions: 150,
      health_status: 'critical',
      adoption_pct: 37.59,
    });
    expect(await shop.find('3.0.0')).toMatchObject({ crash_free_rate: 99.5, error_rate: 0, health_status: 'healthy' });
    expect(await shop.find('3.2.0')).toMatchObject({ health_status: 'unknown', health_score: null });
  });

  test('the health of a window is held against the release before', async () => {
    const [now, before] = [await shop.find('3.1.0'), await shop.find('3.0.0')];
    const response = await shop.project.get(`/v1/releases/${now.id}/health?window_minutes=30`);
    const health = response.data<Record<string, unknown>>();
    expect(health).toEqual({
      release_id: now.id,
      environment_id: now.environment_id,
      window_minutes: 30,
      window_start: expect.any(String),
      window_end: expect.any(String),
      total_sessions: 150,
      crash_free_rate: 92,
      error_rate: 40,
      p50_api_latency_ms: 300,
      p95_api_latency_ms: 480,
      conversion_rate: null,
      health_score: expect.any(Number),
      health_status: 'critical',
      prev_release_id: before.id,
      crash_rate_delta: 7.5,
      latency_delta_ms: 190,
    });
    expect(Date.parse(String(health.window_end)) - Date.parse(String(health.window_start))).toBe(30 * MINUTE_MS);
    const first = await shop.project.get(`/v1/releases/${before.id}/health`);
    expect(first.data<Record<string, unknown>>()).toMatchObject({
      window_minutes: 60,
      prev_release_id: null,
      crash_rate_delta: null,
      latency_delta_ms: null,
    });
    for (const window of ['4', '10081', 'x']) {
      expect((await shop.project.get(`/v1/releases/${now.id}/health?window_minutes=${window}`)).status).toBe(400);
    }
    expect((await shop.project.get(`/v1/releases/${now.id}/health?environment_id=development`)).status).toBe(404);
  });

  test('a release without data yet has no health', async () => {
    const { id } = (await shop.announce({ version: '9.0.0', platform: 'android' })).data<Row>();
    expect((await shop.project.get(`/v1/releases/${id}/health`)).status).toBe(404);
  });

  test('a release that crashes more is a regression, with its evidence, found once; fifty sessions are the least', async () => {
    await waitUntil(async () => (await shop.find('3.1.0')).regression_tier === 'confirmed');
    const [bad, before] = [await shop.find('3.1.0'), await shop.find('3.0.0')];
    // Wilson's interval of 138 in 150, by hand.
    expect(bad.regression_evidence).toEqual({
      method: 'wilson_95',
      crash_free_rate: 92,
      crash_free_delta: -7.5,
      total_sessions: 150,
      total_crashes: 12,
      prev_release_id: before.id,
      prev_version: '3.0.0',
      prev_sessions: 200,
      wilson_ci_lo: expect.closeTo(86.5, 0),
    });
    const since = iso(Date.now() - 60 * MINUTE_MS);
    const response = await shop.project.get(`/v1/releases/regressions?since=${since}`);
    const data = response.data<{ regressions: Row[]; since: string; count: number }>();
    expect(data).toEqual({
      since,
      count: 1,
      regressions: [
        {
          kind: 'release',
          tier: 'confirmed',
          release_id: bad.id,
          version: '3.1.0',
          detected_at: bad.regression_detected_at,
          crash_free_delta: -7.5,
          crash_free_rate: 92,
          total_sessions: 150,
          prev_release_id: before.id,
          crash_rate_delta: 7.5,
          error_rate: 40,
          p95_api_latency_ms: 480,
          change_event_id: null,
          change_entity_key: null,
          change_entity_type: null,
          change_at: null,
          pre_crash_free_rate: null,
          post_crash_free_rate: null,
          pre_sessions: null,
          post_sessions: null,
        },
      ],
    });
    expect((await shop.find('3.2.0')).regression_tier).toBeNull();
    const none = await shop.project.get(`/v1/releases/regressions?since=${iso(Date.now() + MINUTE_MS)}`);
    expect(none.data<{ count: number }>().count).toBe(0);
    expect((await shop.project.get('/v1/releases/regressions?since=yesterday')).status).toBe(400);
  });

  test('regressions of the last seven days are listed where those of 24 hours were meant', async () => {
    const response = await shop.project.get('/v1/releases/regressions');
    const { since } = response.data<{ since: string }>();
    const hours = (Date.now() - Date.parse(since)) / (60 * MINUTE_MS);
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
  });

  test('adoption is the share of the sessions of each version over time', async () => {
    const response = await shop.project.get('/v1/releases/adoption?interval=week&platform=ios');
    const { totals, series } = response.data<{
      totals: { sessions: number }[];
      series: { version: string; points: { sessions: number; sessions_pct: number | null; users: number }[] }[];
    }>();
    expect(totals.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(399);
    expect(series.map(({ version }) => version)).toEqual(['3.0.0', '3.1.0', '3.2.0']);
    expect(series[1]?.points.filter(({ sessions }) => sessions > 0)).toMatchObject([
      { sessions: 150, users: 150, sessions_pct: 37.59 },
    ]);
    const android = await shop.project.get('/v1/releases/adoption?platform=android');
    expect(android.data<{ series: unknown[] }>().series).toEqual([]);
    const tooMany = await shop.project.get('/v1/releases/adoption?interval=hour&from=2020-01-01T00:00:00Z');
    expect([tooMany.status, Object.keys(tooMany.error.details?.fieldErrors ?? {})]).toEqual([400, ['interval']]);
  });
});

test.concurrent('more crashes after a flag was changed are a regression of that change', async () => {
  const shop = await Shop.open();
  await shop.admin.flag('new_player');
  await shop.sessions('7.0', 120, 0, { atMs: Date.now() - 20 * MINUTE_MS });
  await shop.admin.done('PUT', '/v1/flags/new_player/rollout', { percentage: 50, value: true });
  const changes = (await shop.project.get('/v1/changes?entity_type=targeting')).data<Row[]>();
  await shop.sessions('7.0', 80, 20, { atMs: Date.now() });
  await shop.stored();
  let rows: Row[] = [];
  await waitUntil(async () => {
    rows = (await shop.project.get('/v1/releases/regressions')).data<{ regressions: Row[] }>().regressions;
    return rows.length > 0 && rows[0]?.tier === 'confirmed';
  });
  const release = await shop.find('7.0');
  expect(rows).toMatchObject([
    {
      kind: 'change',
      release_id: release.id,
      version: '7.0',
      prev_release_id: null,
      change_event_id: changes[0]?.id,
      change_entity_key: 'new_player',
      change_entity_type: 'flag',
      pre_crash_free_rate: 100,
      pre_sessions: 120,
    },
  ]);
  expect(release.regression_tier).toBeNull();
}, 120_000);

test.concurrent('releases and changes of flags and experiments are marks for charts, newest first', async () => {
  const shop = await Shop.open();
  const released = await shop.announce({
    version: '1.0',
    platform: 'web',
    deployed_at: iso(Date.now() - 60 * MINUTE_MS),
  });
  await shop.announce({ version: '0.9', platform: 'web', deployed_at: iso(Date.now() - 30 * 24 * 60 * MINUTE_MS) });
  const flag = await shop.admin.flag('dark_mode');
  await shop.admin.done('PUT', '/v1/flags/dark_mode/rollout', { percentage: 10, value: true });
  await shop.admin.done('PUT', '/v1/flags/dark_mode/rollout?environment_id=development', {
    percentage: 10,
    value: true,
  });
  const marks = await shop.project.get('/v1/annotations');
  expect(marks.json).toEqual({
    data: [
      {
        at: expect.any(String),
        kind: 'flag',
        id: flag.id,
        change_id: expect.any(String),
        title: 'dark_mode',
        detail: expect.stringMatching(/^\w.* by secret key$/),
      },
      expect.objectContaining({ kind: 'flag', id: flag.id, detail: 'created by secret key' }),
      {
        at: expect.any(String),
        kind: 'release',
        id: released.data<Row>().id,
        change_id: null,
        title: 'web 1.0',
        detail: 'active, 100 %',
      },
    ],
    pagination: { cursor: null, has_more: false },
  });
  const one = (await shop.project.get('/v1/annotations?limit=1')).json as { data: unknown[]; pagination: unknown };
  expect([one.data.length, one.pagination]).toEqual([1, { cursor: null, has_more: true }]);
  expect((await shop.project.get('/v1/annotations?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')).status).toBe(
    400,
  );
});

test.concurrent('every number of the demo’s releases is that of an independent computation', async () => {
  const project = await TestProject.create(server);
  const hour = 60 * MINUTE_MS;
  const story = await sendDemoStory(project, { events: 8_000, seed: 9, untilMs: Date.now() - 72 * hour, days: 20 });
  await server.waitForCount(story.events.length, '', project.secret);
  const shop = new Shop(project);
  const sessions = new Map<string, { release: string; isCrashed: boolean }>();
  const say = (id: string, platform: string, version: string, isCrashed: boolean) =>
    sessions.set(id, {
      release: `${platform} ${version}`,
      isCrashed: isCrashed || sessions.get(id)?.isCrashed === true,
    });
  for (const { context } of story.events) {
    say(context.session.id, context.device.platform, context.app.version, false);
  }
  for (const { context } of story.metrics) say(context.session_id, context.platform, context.app_version, false);
  for (const crash of story.crashes) say(crash.session_id, crash.platform, crash.app_version, true);
  const requests = story.metrics.filter(
    ({ metric_type, metric_name }) => metric_type === 'network' && metric_name.startsWith('https:'),
  );
  const releases = new Set([...sessions.values()].map(({ release }) => release));
  const crashedSessions = [...sessions.values()].filter(({ isCrashed }) => isCrashed).length;
  expect(crashedSessions).toBeGreaterThan(5);
  const total = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + Number(row.total_sessions), 0);
  await waitUntil(async () => total(await shop.list('?limit=100')) === sessions.size);
  const rows = await shop.list('?limit=100');
  expect(rows.map(({ platform, version }) => `${platform} ${version}`).toSorted()).toEqual([...releases].toSorted());
  for (const row of rows) {
    const release = `${row.platform} ${row.version}`;
    const own = [...sessions.values()].filter((session) => session.release === release);
    const crashed = own.filter(({ isCrashed }) => isCrashed).length;
    const asked = requests.filter(({ context }) => `${context.platform} ${context.app_version}` === release);
    const failed = asked.filter(({ is_error, status_code }) => is_error === true || (status_code ?? 0) >= 400).length;
    expect(row).toMatchObject({
      total_sessions: own.length,
      crash_free_rate: expect.closeTo((1 - crashed / own.length) * 100, 3),
      error_rate: asked.length === 0 ? null : expect.closeTo((failed / asked.length) * 100, 3),
    });
  }
  const byDeployment = rows.map(({ deployed_at }) => String(deployed_at));
  expect(byDeployment).toEqual(byDeployment.toSorted().toReversed());
});
