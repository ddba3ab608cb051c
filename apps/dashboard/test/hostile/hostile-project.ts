import { expect } from '@playwright/test';
import type { Bootstrap } from '../harness/lamppost-server.ts';
import type { OwnProject } from '../harness/own-project.ts';
import { address, backwards, cut, drawing, hostileWords, image, long, script, template } from './hostile-words.ts';

/** Hostile words in every place where somebody with a key or an account can put some. */
export async function fillWithHostileWords(project: OwnProject, bootstrap: Bootstrap): Promise<void> {
  await Promise.all([sendData(project, bootstrap), nameThings(project)]);
  const isThere = async (path: string): Promise<number> => (await project.api<readonly unknown[]>('GET', path)).length;
  for (const path of [
    '/v1/events',
    '/v1/people',
    '/v1/crashes/groups',
    '/v1/performance/summary',
    '/v1/events/failed',
  ]) {
    await expect.poll(() => isThere(path), { message: path, timeout: 30_000 }).toBeGreaterThan(0);
  }
  const [crash] = await project.api<readonly { id: string }[]>('GET', '/v1/crashes/groups');
  await project.api('POST', `/v1/crashes/groups/${crash?.id}/comments`, {
    text: `${script} ${image} ${cut(long, 900)}`,
  });
}

async function sendData(project: OwnProject, bootstrap: Bootstrap): Promise<void> {
  const send = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${bootstrap.base_url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${project.keys.production.publishable}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  };
  await send('/v1/devices/register', {
    device_id: image,
    anonymous_id: script,
    platform: 'web',
    device_model: drawing,
  });
  await send(`/v1/devices/${encodeURIComponent(image)}/identify`, {
    user_id: image,
    attributes: { name: image, email: address, [script]: drawing, long: cut(long, 1_024), website: address },
  });
  await project.api('PUT', `/v1/events/schemas/${encodeURIComponent(image)}`, {
    description: `${script} ${cut(long, 800)}`,
    category: drawing,
    status: template,
    mode: 'quarantine',
    properties: { type: 'object', properties: { [image]: { type: 'string', description: script } }, required: [image] },
  });
  await send('/v1/ingest', { batch: hostileEvents() });
  await send('/v1/performance/ingest', { batch: hostileMetrics(), context: hostileContext.metrics });
  await send('/v1/crashes/report', hostileCrash);
}

const properties = Object.fromEntries([
  ...hostileWords.map((word) => [word, word]),
  ['long', long],
  ['url', address],
  ['nested', { [image]: { [script]: [drawing, backwards] } }],
]);

const hostileContext = {
  events: {
    user: { id: image, anonymous_id: script },
    device: { id: image, platform: 'web', model: drawing, os_name: script, country: 'xx', locale: backwards },
    app: { version: image, build: script },
    session: { id: drawing },
    flags: { [image]: script },
    experiments: { [script]: image },
  },
  metrics: {
    platform: 'web',
    app_version: image,
    device_model: drawing,
    session_id: drawing,
    active_flags: { [image]: script },
  },
};

function hostileEvents(): readonly object[] {
  const context = hostileContext.events;
  return [
    // The one that its schema sets apart, and the one that it does not.
    { event: image, properties: { other: script }, context },
    { event: image, properties: { ...properties, [image]: image }, context },
    ...hostileWords.filter((word) => word !== image).map((event) => ({ event, properties, context })),
    { event: cut(long, 256), properties, context: { ...context, user: { id: cut(long, 256) } } },
    { event: '$session_start', context },
    { event: '$flag_exposure', properties: { flag_key: 'hostile', value: image }, context },
    // Refused, and kept with its reason.
    { event: script, timestamp: image, properties, context },
  ];
}

const hostileMetrics = (): readonly object[] => [
  { metric_type: 'startup', metric_name: 'cold_start', value_ms: 100 },
  { metric_type: 'span', metric_name: image, value_ms: 5, attributes: { [script]: image } },
  { metric_type: script, metric_name: drawing, value_ms: 5 },
  { metric_type: 'network', metric_name: address, value_ms: 5, status_code: 500 },
  { metric_type: 'span', metric_name: cut(long, 2_048), value_ms: 5 },
];

const hostileCrash = {
  platform: 'web',
  app_version: image,
  build_number: script,
  os_version: drawing,
  device_model: drawing,
  exception_type: image,
  exception_message: `${script} ${backwards} ${long}`,
  stack_trace: {
    frames: [
      { function: image, file: address, line: 1, is_app_frame: true },
      { function: `${script}${long}`, file: `${drawing}/${long}.js`, line: 2, is_app_frame: false, module: template },
    ],
    exception: { type: image, message: `${script} ${backwards} ${long}`, mechanism: drawing },
  },
  thread_info: [{ thread_id: 1, name: image, is_crashed: true, frames: [{ function: script }] }],
  breadcrumbs: [
    { timestamp: '2026-01-01T00:00:00Z', category: image, message: script, data: { [script]: image } },
    { timestamp: '2026-01-01T00:00:01Z', category: drawing, message: long },
  ],
  screen_name: address,
  active_flags: { [image]: script, hostile: image },
  active_experiments: { [script]: image },
  custom_data: { [script]: { [image]: long }, link: address },
  user_id: image,
  session_id: drawing,
  device_id: image,
  network_type: script,
};

async function nameThings(project: OwnProject): Promise<void> {
  await project.api('POST', '/v1/flags', {
    key: 'hostile',
    name: image,
    description: `${script} ${cut(long, 900)}`,
    value_type: 'string',
    default_value: drawing,
    platforms: ['web', 'ios'],
    tags: [image, cut(script, 64), cut(long, 64)],
  });
  const conditions = [{ field: image, op: 'eq', values: [script, drawing, cut(long, 500)] }];
  await project.api('PUT', '/v1/flags/hostile/rules', {
    rules: [{ name: image, conditions, value: script }],
    comment: `${image} ${cut(long, 400)}`,
  });
  await project.api('PUT', '/v1/flags/hostile/rollout', { percentage: 50, value: image });
  await project.api('POST', '/v1/flags/hostile/kill', { value: image, reason: `${script} ${address}` });
  await project.api('POST', '/v1/groups', { key: 'hostile', name: image, description: `${script} ${cut(long, 900)}` });
  await project.api('POST', '/v1/groups/hostile/members', { user_id: image });
  await project.api('POST', '/v1/cohorts', { key: 'hostile', kind: 'list', name: image, description: script });
  await project.api('POST', '/v1/experiments', {
    key: 'hostile',
    name: image,
    description: script,
    hypothesis: `${drawing} ${cut(long, 1_900)}`,
    variants: [
      { key: image, name: script, is_control: true, weight: 50, payload: { [image]: long, link: address } },
      { key: cut(long, 64), name: backwards, weight: 50, payload: { ['__proto__']: script } },
    ],
    metrics: [
      { event_name: image, metric_type: 'conversion', is_primary: true },
      { event_name: script, metric_type: 'sum', aggregation_field: drawing, is_guardrail: true },
    ],
  });
  await project.api('POST', '/v1/experiments/hostile/start');
  await project.api('POST', '/v1/releases', {
    version: cut(image, 64),
    platform: 'web',
    commit_sha: cut(script, 64),
    pr_number: 1,
    pr_title: `${address} ${drawing}`,
    branch: cut(long, 255),
  });
  await project.api('POST', '/v1/dashboards/materialize', {
    name: image,
    description: `${script} ${cut(long, 400)}`,
    widgets: [timeseries(image), { ...timeseries(script), name: address }, sqlWidget],
  });
  const { query } = timeseries(image);
  await project.api('POST', '/v1/alerts', {
    name: `${image} ${cut(long, 70)}`,
    interval: 'hour',
    query: { ...query, breakdownProperty: undefined },
    condition: { kind: 'threshold', op: 'above', value: 0 },
  });
  await project.api('POST', '/v1/keys', { kind: 'dev', environment_id: 'production', name: image });
  await project.api('POST', '/v1/environments', { slug: 'hostile', name: script });
  const email = `"><svg/onload=window.__hacked=1>-${project.slug}@example.com`;
  const invitation = await project.api<{ token: string }>('POST', '/v1/invitations', { email, role: 'viewer' });
  await project.api('POST', '/v1/invitations/accept', {
    token: invitation.token,
    password: 'a password of theirs',
    name: image,
  });
  await project.api('POST', '/v1/invitations', { email: `<b>invited</b>-${project.slug}@example.com`, role: 'viewer' });
  // Behind the others in the alphabet, so that nobody who signs in meanwhile lands in it.
  await project.api('PATCH', '/v1/project', { name: `t ${image}` });
}

const timeseries = (event: string) => ({
  type: 'timeseries',
  name: event,
  query: {
    kind: 'timeseries',
    event,
    interval: 'day',
    range: { kind: 'relative', last: '7d' },
    breakdownProperty: 'event_properties.url',
  },
  viz: { kind: 'timeseries', chartType: 'line', yLabel: image },
});

const sqlWidget = {
  type: 'sql',
  name: drawing,
  query: { kind: 'sql', sql: 'SELECT event_name, properties FROM events LIMIT 20' },
  viz: { kind: 'sql' },
};
