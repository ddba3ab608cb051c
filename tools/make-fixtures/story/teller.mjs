/**
 * @typedef {{ publishable: string, secret: string, dev: string }} KeySet
 * @typedef {{ email: string, password: string, role: string }} Member
 * @typedef {object} Access everything that is needed to ask; made for fixtures, and worth nothing elsewhere
 * @property {string} operator
 * @property {Record<string, KeySet>} keys by environment; `other` is another project, `revoked` no longer works
 * @property {Member[]} members
 */

/**
 * @typedef {object} Teller
 * @property {import('../api.mjs').Api} api
 * @property {Access} access
 * @property {number} startMs the first moment of the story; whole hours
 * @property {{ kind: 'absolute', fromIso: string, toIso: string }} range all of the story
 * @property {(method: string, path: string, body?: unknown, key?: string) => Promise<any>} admin
 * @property {(method: string, path: string, body?: unknown, isWhole?: boolean) => Promise<any>} operator
 * @property {(path: string, body: unknown, key?: string) => Promise<any>} client
 */

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const storyDays = 21;

/**
 * @param {import('../api.mjs').Api} api
 * @param {Access} access
 * @param {number} nowMs
 * @returns {Teller}
 */
export function makeTeller(api, access, nowMs) {
  const startMs = Math.floor(nowMs / hourMs) * hourMs - storyDays * dayMs;
  const { production } = access.keys;
  if (production === undefined) throw new Error('There are no keys');
  return {
    api,
    access,
    startMs,
    range: {
      kind: 'absolute',
      fromIso: new Date(startMs - dayMs).toISOString(),
      toIso: new Date(startMs + (storyDays + 1) * dayMs).toISOString(),
    },
    admin: (method, path, body, key = production.secret) => api.done(method, path, key, body),
    operator: async (method, path, body, isWhole = false) => {
      if (!isWhole) return api.done(method, path, access.operator, body);
      return (await api.ask(method, path, { key: access.operator, body })).body;
    },
    client: (path, body, key = production.publishable) => api.done('POST', path, key, body),
  };
}
