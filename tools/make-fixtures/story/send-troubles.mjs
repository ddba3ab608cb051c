import { waitUntil } from '../wait-until.mjs';
import { dayMs } from './teller.mjs';
import { visitor } from './visitors.mjs';

/** @typedef {import('./teller.mjs').Teller} Teller */

const bugs = [
  {
    at: 0,
    exception_type: 'TypeError',
    stack:
      'TypeError: lamp is undefined\n    at a (https://shop.example/assets/app.js:1:101)\n    at b (https://shop.example/assets/app.js:1:251)',
  },
  {
    at: 1,
    exception_type: 'java.lang.NullPointerException',
    stack: 'java.lang.NullPointerException: no lamp\n\tat a.a.a(SourceFile:2)\n\tat a.b.c(SourceFile:14)',
  },
  { at: 3, exception_type: 'RangeError', stack: 'RangeError: dark\n    at dim (https://shop.example/dimmer.js:7:3)' },
  {
    at: 4,
    exception_type: 'java.lang.IllegalStateException',
    stack: 'java.lang.IllegalStateException\n\tat shop.Cart.pay(Cart.kt:9)',
  },
];
const sourceMap = { version: 3, sources: ['src/cart.ts'], names: ['addLamp'], mappings: 'oGAIE,sJAIEA' };
const mapping = `# pg_map_id: 7C3E2A1
shop.Lamp -> a.a:
    1:3:void light():20:22 -> a
shop.Room -> a.b:
    14:14:void enter():41:41 -> c
`;

/** What stacks are read with. @param {Teller} teller */
export async function uploadSymbols({ admin }) {
  await admin(
    'POST',
    '/v1/symbols?kind=sourcemap&release=1.9.0&platform=web&file=/assets/app.js',
    JSON.stringify(sourceMap),
  );
  await admin('POST', '/v1/symbols?kind=proguard&release=2.0.0&platform=android', mapping);
}

/**
 * One report of each bug.
 * @param {Teller} teller
 * @param {number} day
 */
export async function reportCrashes({ client, startMs }, day) {
  for (const { at, exception_type, stack } of bugs) {
    const { userId, deviceId, platform, version, context } = visitor(at);
    await client('/v1/crashes/report', {
      ...{ event_id: `crash-${day}-${at}`, platform, app_version: version, exception_type, stack_trace: stack },
      ...{ timestamp: new Date(startMs + day * dayMs + at * 300_000 + 60_000).toISOString(), is_foreground: true },
      ...{ user_id: userId, device_id: deviceId, session_id: `s-${day}-${at}`, os_version: context.device.os_version },
      breadcrumbs: [{ timestamp: new Date(startMs + day * dayMs).toISOString(), category: 'click', message: 'Buy' }],
      active_flags: { new_checkout: true },
      active_experiments: { buy_button: 'control' },
      custom_data: { shelf: at },
    });
  }
}

/** What was decided about the bugs: two of the four are one, one is resolved, one ignored. @param {Teller} teller */
export async function decideAboutCrashes({ admin, range }) {
  const path = `/v1/crashes/groups?limit=100&from=${range.fromIso}&to=${range.toIso}`;
  /** @type {{ id: string, exception_type: string }[]} */
  let groups = [];
  await waitUntil('crashes are grouped', async () => {
    groups = await admin('GET', path);
    return groups.length === bugs.length;
  });
  /** @param {string} type */
  const idOf = (type) => groups.find(({ exception_type }) => exception_type === type)?.id;
  const first = idOf('java.lang.NullPointerException');
  await admin('POST', `/v1/crashes/groups/${first}/merge`, { group_ids: [idOf('java.lang.IllegalStateException')] });
  await admin('PATCH', `/v1/crashes/groups/${first}`, { status: 'resolved', resolved_in_version: '2.1.0' });
  await admin('PATCH', `/v1/crashes/groups/${idOf('RangeError')}`, { status: 'ignored' });
}

/**
 * @param {Teller} teller
 * @param {number} day
 */
export async function measure({ client, startMs }, day) {
  for (const at of [0, 1, 2]) {
    const { userId, deviceId, platform, version } = visitor(at);
    const timestamp = new Date(startMs + day * dayMs + at * 300_000).toISOString();
    /** @param {string} metric_type @param {string} metric_name @param {number} value_ms @param {object} [more] */
    const metric = (metric_type, metric_name, value_ms, more = {}) => ({
      ...{ metric_type, metric_name, value_ms, timestamp, event_id: `metric-${day}-${at}-${metric_name}` },
      ...more,
    });
    await client('/v1/performance/ingest', {
      context: {
        platform,
        app_version: version,
        user_id: userId,
        device_id: deviceId,
        session_id: `s-${day}-${at}`,
        country: 'AT',
      },
      batch: [
        metric('startup', 'cold_start', 400 + 100 * at + day),
        metric('network', 'https://shop.example/api/lamps/17?token=x', 80 + day, {
          status_code: at === 1 ? 500 : 200,
          is_error: at === 1,
        }),
        metric('span', 'render', 12.5 * (1 + at), { attributes: { list: 'lamps' } }),
      ],
    });
  }
}

/** Events that fail in every way in which a client can make them fail. @param {Teller} teller */
export async function failEvents({ client, api, access, admin }) {
  const { context } = visitor(7);
  await client('/v1/ingest', {
    context,
    batch: [
      { event: 'fine', event_id: 'fine-1' },
      { event: 'no_time', event_id: 'rejected-1', timestamp: 'yesterday' },
      { event: 'too_long', event_id: 'rejected-2', properties: { text: 'lamp '.repeat(10_000) } },
      { event: 'no_type', event_id: 'rejected-3', type: 'shout' },
      { event: 'coupon_applied', event_id: 'quarantined-1', properties: { coupon: 'FRIENDS' } },
      { event: 'coupon_applied', event_id: 'quarantined-2', properties: { coupon: 17 } },
      { event: 'coupon_applied', event_id: 'coupon-1', properties: { coupon: 'WELCOME10' } },
    ],
  });
  await api.ask('POST', '/v1/ingest', { key: access.keys.production?.publishable ?? '', body: 'no JSON' });
  /** @type {{ id: string, raw: { event_id: string } }[]} */
  let quarantined = [];
  await waitUntil('events are quarantined', async () => {
    quarantined = await admin('GET', '/v1/events/failed?kind=quarantined');
    return quarantined.length === 2;
  });
  const replayed = quarantined.find(({ raw }) => raw.event_id === 'quarantined-1');
  await admin('POST', `/v1/events/failed/${replayed?.id}/replay`);
}

/** @param {Teller} teller */
export async function announceReleases({ admin, startMs }) {
  const pull = {
    commit_sha: 'a'.repeat(40),
    commit_count: 12,
    pr_number: 7,
    pr_title: 'Brighter lamps',
    branch: 'main',
  };
  const out = { deployed_at: new Date(startMs).toISOString(), status: 'rolling_out', rollout_pct: 20 };
  const { id } = await admin('POST', '/v1/releases', { version: '2.1.0', platform: 'ios', ...pull, ...out });
  await admin('PATCH', `/v1/releases/${id}`, { status: 'active', rollout_pct: 100 });
  await admin('POST', '/v1/releases', { version: '3.0.0', platform: 'web', channel: 'beta', status: 'created' });
}

/**
 * Somebody who comes, leaves a trace of every kind, and asks to be forgotten.
 * @param {Teller} teller
 * @param {string} name
 */
export async function comeAndBeForgotten({ client, admin, startMs }, name) {
  const [device_id, anonymous_id, user_id] = [`d-${name}`, `a-${name}`, `u-${name}`];
  await client('/v1/devices/register', { device_id, anonymous_id, platform: 'web', app_version: '1.9.0' });
  await client(`/v1/devices/${device_id}/identify`, { user_id, attributes: { email: `${name}@example.org` } });
  await client('/v1/ingest', {
    context: {
      user: { id: user_id, anonymous_id },
      device: { id: device_id, platform: 'web' },
      app: { version: '1.9.0' },
    },
    batch: [1, 2, 3].map((at) => ({
      event: 'secret',
      event_id: `${name}-${at}`,
      timestamp: new Date(startMs).toISOString(),
    })),
  });
  await waitUntil('they are seen', async () => (await admin('GET', '/v1/events/count?event=secret')).count === 3);
  return await admin('DELETE', `/v1/users/${user_id}`);
}
