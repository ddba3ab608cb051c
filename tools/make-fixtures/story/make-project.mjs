import { makeDashboards } from './make-dashboards.mjs';
import { makeExperiments, makeFlags } from './make-flags.mjs';

/** @typedef {import('./teller.mjs').Teller} Teller */

const orderProperties = { type: 'object', required: ['price'], properties: { price: { type: 'number', minimum: 0 } } };
const couponProperties = { type: 'object', properties: { coupon: { enum: ['WELCOME10'] } }, required: ['coupon'] };

/** Everything that is kept in the control plane. @param {Teller} teller */
export async function makeProject(teller) {
  const { admin, operator, access } = teller;
  await admin('PATCH', '/v1/project', { name: 'Lamp shop', timezone: 'Europe/Vienna', retention_days: 3650 });
  await admin('POST', '/v1/environments', { slug: 'staging', name: 'Staging' });
  await makeKeys(teller);
  await makeMembers(teller);

  await admin('POST', '/v1/groups', { key: 'testers', name: 'Testers', description: 'They like to be first' });
  for (const user of ['u-1', 'u-2']) await admin('POST', '/v1/groups/testers/members', { user_id: user });
  await admin('POST', '/v1/groups', { key: 'founders', name: 'Founders' });
  await admin('PATCH', '/v1/groups/founders', { archived: true });

  await makeFlags(teller);
  await makeExperiments(teller);
  await makeDashboards(teller);

  const schema = { description: 'An order was paid', category: 'shop', status: 'implemented' };
  await admin('PUT', '/v1/events/schemas/bought', { ...schema, mode: 'warn', properties: orderProperties });
  await admin('PUT', '/v1/events/schemas/coupon_applied', { mode: 'quarantine', properties: couponProperties });
  await admin('PUT', '/v1/events/schemas/page_viewed', { mode: 'allow', properties: { type: 'object' } });

  const { data: plans } = await operator('GET', '/v1/plans', undefined, true);
  const own = { name: 'house', requests_per_minute: 4_000, events_per_minute: 40_000, events_per_day: 4_000_000 };
  await operator('PUT', '/v1/plans', { plans: [...plans, own] });
  const other = await operator('POST', '/v1/projects', { slug: 'other', name: 'Somebody else', plan: 'house' });
  access.keys.other = other.keys.production;
  await admin('PATCH', '/v1/project', { retention_days: 30 }, other.keys.production.secret);
}

/** Each kind beside those of the first start, and one of each that was revoked. @param {Teller} teller */
async function makeKeys({ admin, access }) {
  const make = async (/** @type {string} */ kind, /** @type {string} */ environment_id, /** @type {string} */ name) =>
    /** @type {{ id: string, key: string }} */ (await admin('POST', '/v1/keys', { kind, environment_id, name }));
  const [staging, revoked] = [
    { publishable: '', secret: '', dev: '' },
    { publishable: '', secret: '', dev: '' },
  ];
  for (const kind of /** @type {const} */ (['publishable', 'secret', 'dev'])) {
    staging[kind] = (await make(kind, 'staging', `Staging ${kind}`)).key;
    const { id, key } = await make(kind, 'production', `Revoked ${kind}`);
    revoked[kind] = key;
    await admin('DELETE', `/v1/keys/${id}`);
  }
  Object.assign(access.keys, { staging, revoked });
}

/** @param {Teller} teller */
async function makeMembers({ admin, api, access }) {
  for (const role of ['admin', 'editor', 'viewer']) {
    const member = { email: `${role}@example.org`, password: `the ${role} of the fixtures` };
    const { token } = await admin('POST', '/v1/invitations', { email: member.email, role });
    const body = { token, password: member.password, name: role === 'viewer' ? null : `The ${role}` };
    const { status } = await api.ask('POST', '/v1/invitations/accept', { body });
    if (status !== 201) throw new Error(`The invitation was not accepted: ${status}`);
    access.members.push({ ...member, role });
  }
  await admin('POST', '/v1/invitations', { email: 'invited@example.org', role: 'viewer' });
}
