import { dayMs } from './teller.mjs';

/** @typedef {import('./teller.mjs').Teller} Teller */

const countries = ['AT', 'DE', 'CH'];
const versions = ['1.9.0', '2.0.0', '2.1.0'];
const systems = /** @type {const} */ ([
  { platform: 'web', os_name: 'Linux', os_version: '6.1', model: 'Chrome' },
  { platform: 'android', os_name: 'Android', os_version: '14', model: 'Pixel 8' },
  { platform: 'ios', os_name: 'iOS', os_version: '17.5', model: 'iPhone15,2' },
]);

/**
 * Somebody who visits the shop every third day; the first half of them have a user.
 * @param {number} at
 */
export function visitor(at) {
  const { platform, os_name, os_version, model } = systems[at % 3] ?? systems[0];
  const userId = at < 6 ? `u-${at + 1}` : undefined;
  return {
    userId,
    anonymousId: `a-${at}`,
    deviceId: `d-${at}`,
    platform,
    version: versions[at % versions.length] ?? '',
    context: {
      user: { ...(userId !== undefined && { id: userId }), anonymous_id: `a-${at}` },
      device: { id: `d-${at}`, platform, os_name, os_version, model, locale: 'de', country: countries[at % 3] },
      app: { version: versions[at % versions.length], build: `${100 + at}` },
      sdk: { name: 'fixtures', version: '1.0.0' },
    },
  };
}

const visitorCount = 12;
export const visitsPerDay = visitorCount / 3;

/** Registers them, and tells who they are. @param {Teller} teller */
export async function registerVisitors({ client }) {
  for (let at = 0; at < visitorCount; at += 1) {
    const { userId, anonymousId, deviceId, context } = visitor(at);
    const { platform, os_name, os_version, model, locale, country } = context.device;
    await client('/v1/devices/register', {
      ...{ device_id: deviceId, anonymous_id: anonymousId, platform, os_name, os_version, device_model: model },
      ...{
        locale,
        country,
        timezone: 'Europe/Vienna',
        app_version: context.app.version,
        build_number: context.app.build,
      },
    });
    if (userId === undefined) continue;
    const attributes = {
      plan: at % 2 === 0 ? 'pro' : 'free',
      email: `${userId}@example.org`,
      lamps: at,
      tags: ['a', 'b'],
    };
    await client(`/v1/devices/${deviceId}/identify`, { user_id: userId, attributes });
  }
}

/**
 * The visits of a day, a batch each, and the last of them a second time: it is a repeat and counts once.
 * @param {Teller} teller
 * @param {number} day
 */
export async function visitShop({ client, startMs }, day) {
  let last;
  for (let at = day % 3; at < visitorCount; at += 3) {
    last = visitOf(startMs, day, at);
    const { accepted } = await client('/v1/ingest', last);
    if (accepted !== last.batch.length) throw new Error(`Only ${accepted} of ${last.batch.length} were accepted`);
  }
  await client('/v1/ingest', last);
}

/**
 * @param {number} startMs
 * @param {number} day
 * @param {number} at
 */
function visitOf(startMs, day, at) {
  const beganMs = startMs + day * dayMs + at * 300_000;
  const { context } = visitor(at);
  /** @param {number} step @param {string} event @param {object} [properties] */
  const did = (step, event, properties) => ({
    event,
    event_id: `visit-${day}-${at}-${step}`,
    timestamp: new Date(beganMs + step * 20_000).toISOString(),
    ...(properties !== undefined && { properties }),
  });
  const batch = [
    did(0, '$session_start'),
    did(1, 'page_viewed', { path: '/lamps', 'http.status_code': 200, nested: { deep: { er: [1, 'two', null] } } }),
  ];
  if ((day + at) % 2 === 0) batch.push(did(2, 'added_to_cart', { sku: `lamp-${at}`, amount: 1 + (at % 3) }));
  if ((day + at) % 4 === 0) batch.push(did(3, 'bought', { price: 12.5 * (1 + at), currency: 'EUR', note: 'Grüße 💡' }));
  const session = { id: `s-${day}-${at}` };
  const told = {
    flags: { new_checkout: at % 2 === 0 },
    experiments: { buy_button: at % 2 === 0 ? 'control' : 'treatment' },
  };
  return { context: { ...context, session, ...told }, sent_at: new Date(beganMs).toISOString(), batch };
}
