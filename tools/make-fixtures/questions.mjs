/**
 * @typedef {object} Query
 * @property {string} name
 * @property {string} as `production.secret` and the like, `operator`, or `nobody`
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} [headers]
 * @property {unknown} [body]
 * @property {string[]} [without] members of the answer that do not count
 */

/** @typedef {(method: string, path: string, more?: Partial<Query>) => Promise<any>} Ask asks, notes the answer, and returns its data */

/** A link that says nothing new may be stored or not: a store that was built again has others than one that was loaded. */
const needless = 'links';

/** Worked out when they are asked for, by definitions of the version; what they are worked out of is asked for as well. */
const rates = ['crash_free_rate', 'health_score', 'health_status', 'adoption_pct'];

const sessions = ['distributions', 'crashed_sessions', 'all_sessions'];

/** Of a visitor with a user, of one without, of somebody whom nobody knows, and of nobody. */
const identities = [
  { name: 'a device with a user', headers: { 'X-Device-ID': 'd-0' } },
  { name: 'a device without a user', headers: { 'X-Device-ID': 'd-8' } },
  { name: 'a device that nobody knows', headers: { 'X-Device-ID': 'd-unknown' } },
  { name: 'nobody', headers: {} },
];

/**
 * Asks for everything that is in the fixture.
 * @param {Ask} ask
 * @param {import('./story/teller.mjs').Teller} teller
 */
export async function askEverything(ask, { access, range }) {
  const span = `from=${range.fromIso}&to=${range.toIso}`;
  await askForEvents(ask, span);
  await askForProject(ask, access);
  await askForTargeting(ask, access);
  await askForDashboards(ask, range);
  await askForCrashes(ask, span);
  await ask('GET', `/v1/performance/summary?${span}`);
  await ask('GET', `/v1/performance/distribution?metric_name=cold_start&${span}`);
  await askForPeople(ask);
  await askForRest(ask, access, span);
  await ask('GET', '/readyz', { as: 'nobody', without: ['status', 'store'] });
  // Once more at the end: nothing was counted twice meanwhile.
  await ask('GET', '/v1/events/count');
}

/** @param {Ask} ask @param {string} span */
async function askForEvents(ask, span) {
  await ask('GET', '/v1/events/count');
  const names = ['$session_start', 'page_viewed', 'added_to_cart', 'bought', 'coupon_applied', 'fine', 'last_words'];
  for (const name of names) await ask('GET', `/v1/events?event=${encodeURIComponent(name)}&limit=100`);
  await ask('GET', '/v1/events?event=secret');
  for (const environment of ['development', 'staging']) await ask('GET', `/v1/events?environment_id=${environment}`);
  await ask('GET', '/v1/events', { as: 'other.secret' });
  await ask('GET', '/v1/events/catalog?limit=100', { without: ['count_24h', 'count_7d'] });
  await ask('GET', '/v1/events/failed', { without: ['raw'] });
  await ask('GET', '/v1/events/failed?kind=quarantined');
  await ask('GET', '/v1/events/failed/reasons');
  for (const kind of ['events', 'crashes', 'metrics'])
    await ask('GET', `/v1/usage/ledger?kind=${kind}&interval=day&${span}`);
  await ask('GET', '/v1/usage', { without: ['requests_this_minute', 'events_this_minute', 'events_today'] });
}

/** @param {Ask} ask @param {import('./story/teller.mjs').Access} access */
async function askForProject(ask, access) {
  for (const path of ['/v1/project', '/v1/environments', '/v1/events/schemas']) await ask('GET', path);
  await ask('GET', '/v1/jobs', { without: [needless] });
  await ask('GET', '/v1/project', { as: 'other.secret' });
  await ask('GET', '/v1/keys?limit=100');
  await ask('GET', '/v1/members');
  await ask('GET', '/v1/invitations');
  for (const path of ['/v1/projects', '/v1/plans']) await ask('GET', path, { as: 'operator' });
  for (const { email, password } of access.members)
    await ask('POST', '/v1/session', { as: 'nobody', body: { email, password } });
}

/** @param {Ask} ask @param {import('./story/teller.mjs').Access} access */
async function askForTargeting(ask, access) {
  /** @type {{ key: string }[]} */
  const flags = await ask('GET', '/v1/flags?limit=100');
  for (const { key } of flags) {
    for (const environment of ['production', 'development'])
      await ask('GET', `/v1/flags/${key}/rules?environment_id=${environment}`);
    await ask('GET', `/v1/flags/${key}/history`);
  }
  await ask('GET', '/v1/experiments?limit=100');
  await ask('GET', '/v1/groups?include_archived=true');
  await ask('GET', '/v1/groups/testers/members');
  for (const environment of Object.keys(access.keys)) {
    for (const { name, headers } of identities)
      await ask('GET', '/v1/config', {
        as: `${environment}.publishable`,
        name: `${environment}: config of ${name}`,
        headers,
      });
    await ask('GET', '/v1/config?user_id=u-5&platform=web', { as: `${environment}.secret` });
    await ask('GET', '/v1/definitions', { as: `${environment}.dev` });
  }
  await ask('GET', '/v1/ruleset');
  const context = { user_id: 'u-2', country: 'AT', app_version: '2.1.0', plan: 'pro' };
  await ask('POST', '/v1/flags/evaluate', { body: { context } });
  await ask('POST', '/ofrep/v1/evaluate/flags', {
    body: { context: { ...context, targetingKey: 'u-2' } },
    without: ['eventStreams'],
  });
  await ask('GET', '/openfeature/v0/manifest', { as: 'production.dev' });
}

/** @param {Ask} ask @param {object} range */
async function askForDashboards(ask, range) {
  /** @type {{ id: string }[]} */
  const dashboards = await ask('GET', '/v1/dashboards?is_template=false');
  for (const { id } of dashboards) {
    /** @type {{ widgets: { name: string, query: object }[] }} */
    const { widgets } = await ask('GET', `/v1/dashboards/${id}`);
    for (const { name, query } of widgets)
      await ask('POST', '/v1/insights/query', { name: `the widget "${name}"`, body: { query } });
  }
  const byUser = { kind: 'timeseries', event: 'bought', interval: 'week', breakdownProperty: 'user_id', range };
  await ask('POST', '/v1/insights/query', { body: { query: byUser } });
  for (const table of ['crashes', 'metrics', 'devices', 'changes']) {
    const query = { kind: 'sql', sql: `SELECT count(*) AS rows FROM ${table}` };
    await ask('POST', '/v1/insights/query', { name: `rows of ${table}`, body: { query } });
  }
}

/** @param {Ask} ask @param {string} span */
async function askForCrashes(ask, span) {
  /** @type {{ id: string }[]} */
  const groups = await ask('GET', `/v1/crashes/groups?limit=100&${span}`);
  for (const { id } of groups) {
    await ask('GET', `/v1/crashes/groups/${id}?${span}`, { without: sessions });
    // What a map calls a function may be reported better one day; file and line may not.
    await ask('GET', `/v1/crashes/groups/${id}/reports?limit=25`, { without: ['function'] });
  }
  await ask('GET', '/v1/symbols');
}

/** @param {Ask} ask */
async function askForPeople(ask) {
  await ask('GET', '/v1/people?limit=100');
  for (const id of ['u-1', 'a-7', 'u-late', 'u-mallory', 'u-trent']) await ask('GET', `/v1/people/${id}`);
  await ask('GET', '/v1/devices?limit=100');
  for (const id of ['d-0', 'd-11', 'd-mallory', 'd-trent']) await ask('GET', `/v1/devices/${id}`);
  await ask('GET', '/v1/users/u-1/export', { without: [needless] });
}

/** @param {Ask} ask @param {import('./story/teller.mjs').Access} access @param {string} span */
async function askForRest(ask, access, span) {
  /** @type {{ id: string }[]} */
  const releases = await ask('GET', '/v1/releases', { without: rates });
  for (const { id } of releases) await ask('GET', `/v1/releases/${id}`, { without: rates });
  await ask('GET', `/v1/changes?limit=100&${span}`);
  for (const kind of ['publishable', 'secret', 'dev'])
    for (const environment of Object.keys(access.keys))
      await ask('GET', '/v1/ingest/capabilities', { as: `${environment}.${kind}` });
}
