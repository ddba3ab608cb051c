import { beforeAll, describe, expect, test } from 'vitest';
import { type DemoStory, sendDemoStory } from '../harness/demo-story.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
});

interface Rate {
  readonly rate: number;
  readonly lower: number;
  readonly upper: number;
}

interface Counts {
  readonly sessions: number;
  readonly crashed_sessions: number;
  readonly users: number;
  readonly crashed_users: number;
  readonly crash_free_sessions: Rate | null;
  readonly crash_free_users: Rate | null;
}

interface HealthRow extends Counts {
  readonly key: string | null;
  readonly value: string | null;
  readonly share_of_all: number;
  readonly share_of_crashed: number;
  readonly over_representation: { readonly ratio: number; readonly lower: number; readonly upper: number } | null;
}

interface Health extends Counts {
  readonly reports: number;
  readonly reports_without_session: number;
  readonly rows: readonly HealthRow[];
  readonly series?: readonly (Counts & { readonly at: string })[];
}

const healthOf = async (project: TestProject, query = ''): Promise<Health> => {
  const response = await project.get(`/v1/crashes/health${query}`);
  expect(response.status, response.text).toBe(200);
  return response.data<Health>();
};

describe('health', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await TestProject.create(server);
    const sessions = Array.from({ length: 40 }, (_, at) => ({
      event: '$session_start',
      context: {
        session: { id: `s${at}` },
        user: { id: `u${at % 20}` },
        app: { version: at < 30 ? '1.0' : '2.0' },
        device: { platform: at % 2 === 0 ? 'ios' : 'android' },
        flags: { fast: at < 20 },
        experiments: { pay: at % 4 === 0 ? 'treatment' : 'control' },
      },
    }));
    await project.ingest({ batch: sessions });
    for (const session_id of ['s30', 's31', 's32', 's0', undefined]) {
      await project.post('/v1/crashes/report', { platform: 'ios', exception_type: 'E', session_id });
    }
    await waitUntil(async () => (await healthOf(project)).reports === 5);
  });

  test('says how many sessions and users were free of crashes, with intervals', async () => {
    expect(await healthOf(project)).toMatchObject({
      sessions: 40,
      crashed_sessions: 4,
      crash_free_sessions: { rate: 90, lower: 76.9482, upper: 96.042 },
      users: 20,
      crashed_users: 4,
      crash_free_users: { rate: 80 },
      reports: 5,
      reports_without_session: 1,
      rows: [],
    });
  });

  test('holds the share of what crashed against the share of all', async () => {
    const { rows } = await healthOf(project, '?dimension=app_version');
    expect(rows.map(({ value }) => value)).toEqual(['1.0', '2.0']);
    expect(rows[1]).toMatchObject({ sessions: 10, crashed_sessions: 3, share_of_all: 25, share_of_crashed: 75 });
    expect(rows[1]?.over_representation?.ratio).toBe(3);
    expect(rows[1]?.over_representation?.lower).toBeGreaterThan(1);
    expect(rows[0]?.over_representation?.ratio).toBeCloseTo(0.3333, 4);
  });

  test('one flag or experiment can be asked for, and one version or platform', async () => {
    const flag = await healthOf(project, '?dimension=flag&flag=fast');
    expect(flag.rows.map(({ key, value, sessions }) => [key, value, sessions])).toEqual([
      ['fast', 'false', 20],
      ['fast', 'true', 20],
    ]);
    expect((await healthOf(project, '?dimension=flag&flag=unknown')).rows).toEqual([]);
    expect((await healthOf(project, '?dimension=experiment&experiment=pay')).rows).toHaveLength(2);
    expect(await healthOf(project, '?app_version=2.0&platform=ios')).toMatchObject({
      sessions: 5,
      crashed_sessions: 2,
    });
  });

  test('says the same of each day when an interval is asked for', async () => {
    expect(await healthOf(project)).not.toHaveProperty('series');
    const { series } = await healthOf(project, '?interval=day');
    expect(series?.length).toBeGreaterThanOrEqual(7);
    expect(series?.at(0)).toMatchObject({ sessions: 0, crash_free_sessions: null });
    expect(series?.reduce((sum, { sessions }) => sum + sessions, 0)).toBeGreaterThanOrEqual(40);
    expect(series?.at(-1)?.crash_free_sessions?.rate).toBeLessThan(100);
  });

  test('over time there are other sessions, and other crashed ones, than in all', async () => {
    const own = await TestProject.create(server);
    const at = (hours: number): string =>
      new Date(Date.parse('2026-06-01T00:00:00Z') + hours * 3_600_000).toISOString();
    const event = (hours: number, session: string, version: string) => ({
      event: 'e',
      timestamp: at(hours),
      context: { session: { id: session }, app: { version }, user: { id: `of ${session}` } },
    });
    await own.ingest({
      batch: [
        event(22, 'over midnight', '1.0'),
        event(26, 'over midnight', '1.1'),
        event(23, 'crashed twice', '1.0'),
        event(30, 'calm', '1.0'),
      ],
    });
    for (const [hours, session_id] of [
      [27, 'over midnight'],
      [25, 'crashed twice'],
      [50, 'crashed twice'],
      [51, 'only a report'],
      [52, undefined],
    ] as const) {
      const report = { platform: 'ios', exception_type: 'E', session_id, timestamp: at(hours), app_version: '1.0' };
      await own.post('/v1/crashes/report', report);
    }
    const range = `?from=${at(0)}&to=${at(72)}&interval=day`;
    await waitUntil(async () => (await healthOf(own, range)).reports === 5);
    const counts = ({ sessions, crashed_sessions, users, crashed_users }: Counts) =>
      `${crashed_sessions}/${sessions} ${crashed_users}/${users}`;
    const all = await healthOf(own, range);
    expect([counts(all), all.series?.map(counts)]).toEqual(['3/4 2/3', ['2/2 2/2', '0/1 0/1', '1/1 0/0']]);
    const one = await healthOf(own, `${range}&app_version=1.0`);
    expect([counts(one), one.series?.map(counts)]).toEqual(['2/3 1/2', ['1/1 1/1', '0/1 0/1', '1/1 0/0']]);
  });

  test('nothing is no rate', async () => {
    const empty = await TestProject.create(server);
    expect(await healthOf(empty, '?dimension=flag')).toMatchObject({
      sessions: 0,
      crash_free_sessions: null,
      crash_free_users: null,
      rows: [],
    });
  });

  test.each([
    '?dimension=weather',
    '?flag=fast',
    '?dimension=flag&experiment=pay',
    '?from=later',
    '?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    '?limit=501',
    '?interval=second',
    '?interval=minute&from=2026-01-01T00:00:00Z&to=2026-01-03T00:00:00Z',
  ])('%s is refused', async (query) => {
    const response = await project.get(`/v1/crashes/health${query}`);
    expect(response.status).toBe(400);
    expect(response.error.code).toBe('VALIDATION_ERROR');
  });
});

/** One thing that names a session. */
interface Sign {
  readonly session: string;
  readonly source: 'event' | 'metric' | 'crash';
  readonly at: number;
  readonly user?: string | undefined;
  readonly anonymous?: string | undefined;
  readonly device?: string | undefined;
  readonly facts: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: Readonly<Record<string, unknown>>;
}

type Context = {
  readonly session?: { readonly id?: string };
  readonly user?: { readonly id?: string; readonly anonymous_id?: string };
  readonly device?: Readonly<Record<string, string | undefined>>;
  readonly app?: { readonly version?: string };
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly experiments?: Readonly<Record<string, unknown>>;
};
type Flat = Readonly<Record<string, string | undefined>> & {
  readonly active_flags?: Readonly<Record<string, unknown>>;
  readonly active_experiments?: Readonly<Record<string, unknown>>;
};

const systems: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

function signsOf({ events, metrics, crashes }: DemoStory): readonly Sign[] {
  const ofEvents = events.map(({ timestamp, context }): Sign => {
    const { session, user, device = {}, app, flags = {}, experiments = {} } = context as unknown as Context;
    const name = systems[device.platform ?? ''] ?? device.os_name;
    const os = [name, device.os_version].filter((part) => part !== undefined).join(' ');
    return {
      session: session?.id ?? '',
      source: 'event',
      at: Date.parse(timestamp),
      user: user?.id,
      anonymous: user?.anonymous_id,
      device: device.id,
      facts: {
        app_version: app?.version,
        platform: device.platform,
        os: os === '' ? undefined : os,
        device_model: device.model,
        country: device.country,
      },
      flags,
      experiments,
    };
  });
  const flat = (source: 'metric' | 'crash', timestamp: string, row: unknown): Sign => {
    const { session_id, user_id, device_id, active_flags = {}, active_experiments = {}, ...rest } = row as Flat;
    const { app_version, platform, os_version, device_model, country } = rest as Readonly<Record<string, string>>;
    return {
      session: session_id ?? '',
      source,
      at: Date.parse(timestamp),
      user: user_id,
      device: device_id,
      facts: {
        app_version,
        platform,
        os: os_version === undefined ? undefined : `${systems[platform ?? ''] ?? platform} ${os_version}`,
        device_model,
        country: source === 'crash' ? undefined : country,
      },
      flags: active_flags,
      experiments: active_experiments,
    };
  };
  return [
    ...ofEvents,
    ...metrics.map(({ timestamp, context }) => flat('metric', timestamp, context)),
    ...crashes.map((crash) => flat('crash', crash.timestamp, crash)),
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The last that is said; of what is said at the same time, the greatest text. */
function last(said: readonly { readonly at: number; readonly text: string | undefined }[]): string | null {
  let best: { at: number; text: string } | undefined;
  for (const { at, text } of said) {
    if (text === undefined || text === '') continue;
    if (best === undefined || at > best.at || (at === best.at && text > best.text)) best = { at, text };
  }
  return best?.text ?? null;
}

/** Health worked out from what was sent, in the plainest way, sharing nothing with the server. */
function reference(signs: readonly Sign[], dimension: string): Map<string, readonly number[]> {
  const owners = new Map<string, Sign>();
  for (const sign of signs.filter(({ source }) => source === 'event')) {
    if (sign.user === undefined || sign.anonymous === undefined) continue;
    const known = owners.get(sign.anonymous);
    const isEarlier =
      known === undefined || sign.at < known.at || (sign.at === known.at && sign.user < (known.user ?? ''));
    if (isEarlier) owners.set(sign.anonymous, sign);
  }
  const sessions = new Map<string, Sign[]>();
  for (const sign of signs.filter(({ session }) => session !== '')) {
    sessions.set(sign.session, [...(sessions.get(sign.session) ?? []), sign]);
  }
  const cells = new Map<string, { sessions: number; crashed: number; users: Set<string>; crashedUsers: Set<string> }>();
  for (const own of sessions.values()) {
    const isCrashed = own.some(({ source }) => source === 'crash');
    const ofEvents = own.filter(({ source }) => source === 'event');
    const asked = (pick: (sign: Sign) => string | undefined): string | null =>
      last(ofEvents.map((sign) => ({ at: sign.at, text: pick(sign) }))) ??
      last(own.map((sign) => ({ at: sign.at, text: pick(sign) })));
    const user = asked((sign) => sign.user);
    const anonymous = asked((sign) => sign.anonymous);
    const device = asked((sign) => sign.device);
    const owner = anonymous === null ? undefined : owners.get(anonymous)?.user;
    const person =
      user !== null
        ? `user ${user}`
        : owner !== undefined
          ? `user ${owner}`
          : anonymous !== null
            ? `anonymous ${anonymous}`
            : device === null
              ? undefined
              : `device ${device}`;
    for (const cell of cellsOf(own, dimension, asked)) {
      const counts = cells.get(cell) ?? { sessions: 0, crashed: 0, users: new Set(), crashedUsers: new Set() };
      cells.set(cell, counts);
      counts.sessions += 1;
      if (isCrashed) counts.crashed += 1;
      if (person !== undefined) counts.users.add(person);
      if (person !== undefined && isCrashed) counts.crashedUsers.add(person);
    }
  }
  return new Map(
    [...cells].map(([cell, counts]) => [
      cell,
      [counts.sessions, counts.crashed, counts.users.size, counts.crashedUsers.size],
    ]),
  );
}

function cellsOf(
  own: readonly Sign[],
  dimension: string,
  asked: (pick: (sign: Sign) => string | undefined) => string | null,
): readonly string[] {
  if (dimension !== 'flag' && dimension !== 'experiment') {
    return [JSON.stringify([null, asked((sign) => sign.facts[dimension])])];
  }
  const objectOf = (sign: Sign) => (dimension === 'flag' ? sign.flags : sign.experiments);
  const keys = new Set(own.flatMap((sign) => Object.keys(objectOf(sign))));
  return [...keys].flatMap((key) => {
    const said = own.map((sign) => {
      const value = objectOf(sign)[key];
      return { at: sign.at, text: value === undefined || value === null ? undefined : textOf(value) };
    });
    const value = last(said);
    return value === null ? [] : [JSON.stringify([key, value])];
  });
}

describe("the demo's story", () => {
  const untilMs = Date.parse('2026-11-10T12:00:00Z');
  const range = `from=${new Date(untilMs - 30 * 86_400_000).toISOString()}&to=${new Date(untilMs + 2 * 86_400_000).toISOString()}`;
  let project: TestProject;
  let story: DemoStory;
  let signs: readonly Sign[];
  beforeAll(async () => {
    project = await TestProject.create(server);
    story = await sendDemoStory(project, { events: 12_000, seed: 11, untilMs, days: 10 });
    signs = signsOf(story);
    await server.waitForCount(story.events.length, '', project.secret, 60_000);
    await waitUntil(async () => (await healthOf(project, `?${range}`)).reports === story.crashes.length);
  }, 120_000);

  test.each(['app_version', 'platform', 'os', 'device_model', 'country', 'flag', 'experiment'])(
    'has the same health by %s as arithmetic over what was sent',
    async (dimension) => {
      const { rows } = await healthOf(project, `?${range}&dimension=${dimension}&limit=500`);
      const expected = reference(signs, dimension);
      expect(expected.size).toBeGreaterThan(1);
      const answered = new Map(
        rows.map((row) => [
          JSON.stringify([row.key, row.value]),
          [row.sessions, row.crashed_sessions, row.users, row.crashed_users],
        ]),
      );
      expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected));
      expect(rows.reduce((sum, row) => sum + row.crashed_sessions, 0)).toBeGreaterThan(0);
    },
  );

  test('has a group for each bug, with the counts of what was sent', async () => {
    type Sent = Readonly<Record<string, string | undefined>> & {
      readonly stack_trace: {
        readonly frames: readonly { function: string; is_app_frame: boolean; file?: string; module?: string }[];
      };
    };
    const bugs = new Map<string, Sent[]>();
    for (const crash of story.crashes as unknown as readonly Sent[]) {
      const frames = crash.stack_trace.frames.filter((frame) => frame.is_app_frame);
      const key = JSON.stringify([crash.exception_type, frames.map((frame) => frame.function)]);
      bugs.set(key, [...(bugs.get(key) ?? []), crash]);
    }
    const distinct = (reports: readonly Sent[], pick: (report: Sent) => string | undefined): number =>
      new Set(reports.map(pick).filter((value) => value !== undefined)).size;
    const expected = [...bugs.values()].map((reports) => [
      reports.length,
      distinct(reports, (report) => report.session_id),
      distinct(reports, (report) => report.device_id),
      distinct(reports, (report) => (report.user_id === undefined ? `d ${report.device_id}` : `u ${report.user_id}`)),
    ]);
    interface Group {
      readonly reports: number;
      readonly sessions: number;
      readonly devices: number;
      readonly users: number;
    }
    let groups: Group[] = [];
    await waitUntil(async () => {
      groups = (await project.get(`/v1/crashes/groups?${range}&limit=100`)).data<Group[]>();
      return groups.reduce((sum, { reports }) => sum + reports, 0) === story.crashes.length;
    });
    const inOrder = (rows: number[][]) => rows.map((row) => row.join(' ')).toSorted();
    expect(inOrder(groups.map((group) => [group.reports, group.sessions, group.devices, group.users]))).toEqual(
      inOrder(expected),
    );
  });
});
