import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Wire } from '@lamppost/protocol';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { Analytics } from '@segment/analytics-node';
import { PostHog } from 'posthog-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ForgetfulProxy } from '../harness/forgetful-proxy.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

/** Unmodified clients of other products, behind a proxy that makes each of them repeat what was already taken. */
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_COMPAT: 'segment, posthog, otlp, sentry' } });
  await server.waitForStore();
});
afterAll(() => server.dispose());

async function repeated(
  run: (project: TestProject, url: string) => Promise<void>,
  fault?: 'sent twice',
): Promise<[TestProject, string[]]> {
  const project = await TestProject.create(server);
  const proxy = await ForgetfulProxy.start(server.url, fault);
  await run(project, proxy.url).finally(() => proxy.close());
  return [project, proxy.repeated];
}

/** Waits until so many items of a kind have arrived. */
async function ledgerOf(project: TestProject, kind: string, received: number) {
  let ledger: Wire['LedgerAnswer']['data'] | undefined;
  await waitUntil(async () => {
    const response = await project.get(`/v1/usage/ledger?kind=${kind}`);
    ledger = response.status === 200 ? response.data<Wire['LedgerAnswer']['data']>() : undefined;
    return (ledger?.totals.received ?? 0) >= received;
  }).catch(() => expect(ledger?.totals).toEqual({ received }));
  return ledger?.totals;
}

test('@segment/analytics-node: every message is an event, once', async () => {
  const [project, lost] = await repeated(async ({ publishable }, url) => {
    const client = new Analytics({ writeKey: publishable, host: url, path: '/compat/segment/v1/batch' });
    client.track({
      userId: 'u1',
      event: 'bought',
      properties: { amount: 3 },
      context: { ip: '203.0.113.9', app: { version: '2.0' } },
    });
    client.identify({ userId: 'u1', anonymousId: 'a1', traits: { plan: 'pro' } });
    client.page({ anonymousId: 'a1', name: 'Home', properties: { url: 'https://shop.example/' } });
    client.screen({ anonymousId: 'a1', name: 'Cart' });
    client.group({ userId: 'u1', groupId: 'g1', traits: { seats: 5 } });
    client.alias({ userId: 'u1', previousId: 'a0' });
    await client.closeAndFlush({ timeout: 10_000 });
  });
  expect(lost).toEqual(['/compat/segment/v1/batch']);
  const events = await project.events(6);
  expect(await ledgerOf(project, 'events', 12)).toMatchObject({ received: 12, stored: 6, duplicate: 6, rejected: 0 });
  expect(events.map(({ event, type, user_id, anonymous_id }) => [event, type, user_id, anonymous_id])).toEqual([
    ['bought', 'track', 'u1', null],
    ['$identify', 'identify', 'u1', 'a1'],
    ['$pageview', 'page', null, 'a1'],
    ['$screen', 'screen', null, 'a1'],
    ['$group', 'group', 'u1', null],
    ['$identify', 'identify', 'u1', 'a0'],
  ]);
  const [bought, , page, , group] = events;
  expect(bought).toMatchObject({
    properties: { amount: 3 },
    context: { app: { version: '2.0' }, sdk: { name: '@segment/analytics-node' }, device: { platform: 'server' } },
  });
  expect(page?.properties).toEqual({ url: 'https://shop.example/', name: 'Home' });
  expect(group).toMatchObject({ properties: { seats: 5, group_id: 'g1' }, context: { account: { id: 'g1' } } });
  expect(JSON.stringify(events)).not.toContain('203.0.113.9');
});

test('posthog-node: events once, exceptions as crashes, flags with variants and payloads', async () => {
  const flags: unknown[] = [];
  const [project, lost] = await repeated(async (own, url) => {
    await createFlags(own);
    const client = new PostHog(own.publishable, { host: `${url}/compat/posthog`, fetchRetryDelay: 20 });
    client.capture({ distinctId: 'u1', event: 'bought', properties: { amount: 3 }, groups: { company: 'g1' } });
    client.identify({ distinctId: 'u1', properties: { plan: 'pro', $anon_distinct_id: 'a1' } });
    client.alias({ distinctId: 'u1', alias: 'a0' });
    client.groupIdentify({ groupType: 'company', groupKey: 'g1', properties: { seats: 5 } });
    client.captureException(new RangeError('too many'), 'u1');
    const ofPro = await client.evaluateFlags('u1', { personProperties: { plan: 'pro' } });
    const ofFree = await client.evaluateFlags('u2', { personProperties: { plan: 'free' } });
    for (const key of ['new_checkout', 'theme', 'limits']) {
      flags.push([ofPro.getFlag(key), ofPro.getFlagPayload(key), ofFree.getFlag(key)]);
    }
    await client.shutdown();
  });
  expect(lost).toEqual(['/compat/posthog/batch/']);
  expect(flags).toEqual([
    [true, undefined, false],
    ['dark', 'dark', 'light'],
    [true, { max: 3 }, true],
  ]);
  const events = await project.events(10);
  expect(await ledgerOf(project, 'events', 20)).toMatchObject({ received: 20, stored: 10, duplicate: 10 });
  expect(events.slice(0, 4).map(({ event, user_id, anonymous_id }) => [event, user_id, anonymous_id])).toEqual([
    ['bought', 'u1', null],
    ['$identify', 'u1', 'a1'],
    ['$identify', 'u1', 'a0'],
    ['$group', null, null],
  ]);
  expect(events[0]).toMatchObject({ properties: { amount: 3 }, context: { account: { id: 'g1' } } });
  expect(events[1]?.properties).toMatchObject({ plan: 'pro' });
  expect(events.slice(4).map(({ event, properties }) => [event, properties])).toContainEqual([
    '$flag_exposure',
    { flag_key: 'theme', value: 'dark' },
  ]);
  expect(JSON.stringify(events)).not.toContain(project.publishable);
  expect(await ledgerOf(project, 'crashes', 2)).toMatchObject({ received: 2, stored: 1, duplicate: 1 });
  expect(await crashGroups(project, 1)).toMatchObject([
    { exception_type: 'RangeError', title: 'RangeError: too many' },
  ]);
});

async function crashGroups(project: TestProject, count: number): Promise<Wire['CrashGroupsAnswer']['data']> {
  let groups: Wire['CrashGroupsAnswer']['data'] = [];
  await waitUntil(async () => {
    const response = await project.get('/v1/crashes/groups');
    groups = response.status === 200 ? response.data() : [];
    return groups.length >= count;
  });
  return groups;
}

test.each([
  ['JSON', OTLPLogExporter, OTLPTraceExporter],
  ['protobuf', ProtobufLogExporter, ProtobufTraceExporter],
])('OpenTelemetry exporters of %s: logs are events, exceptions crashes, spans metrics', async (_, Logs, Traces) => {
  const [project, lost] = await repeated(async ({ publishable }, url) => {
    const headers = { authorization: `Bearer ${publishable}` };
    const resource = resourceFromAttributes({ 'service.name': 'shop', 'service.version': '1.2.3' });
    const logExporter = new Logs({ url: `${url}/compat/otlp/v1/logs`, headers });
    const logs = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter: logExporter })] });
    const logger = logs.getLogger('checkout');
    const attributes = { 'user.id': 'u1', n: 1, big: 2 ** 40, share: 0.5, deep: { list: [1, 'x', true] } };
    logger.emit({ severityText: 'INFO', severityNumber: 9, body: 'hello', attributes });
    logger.emit({ eventName: 'cart.opened', body: { items: 2 } });
    for (let n = 0; n < 150; n += 1) logger.emit({ body: 'many' });
    logger.emit({ severityNumber: 17, body: 'failed', attributes: exceptionOf(new TypeError('in a log')) });
    const traceExporter = new Traces({ url: `${url}/compat/otlp/v1/traces`, headers });
    const traces = new TracerProvider({
      resource,
      spanProcessors: [new BatchSpanProcessor({ exporter: traceExporter })],
    });
    const tracer = traces.getTracer('checkout');
    const span = tracer.startSpan('GET /cart', { attributes: { 'http.response.status_code': 500 } });
    span.recordException(new RangeError('in a span'));
    span.setStatus({ code: 2 });
    span.end();
    tracer.startSpan('SELECT cart').end();
    await Promise.all([logs.forceFlush(), traces.forceFlush()]);
    await Promise.all([logs.shutdown(), traces.shutdown()]);
  });
  expect(lost.toSorted()).toEqual(['/compat/otlp/v1/logs', '/compat/otlp/v1/traces']);
  const stored = { rejected: 0, invalid: 0, failed: 0 };
  expect(await ledgerOf(project, 'events', 304)).toMatchObject({ ...stored, stored: 152, duplicate: 152 });
  expect(await ledgerOf(project, 'crashes', 4)).toMatchObject({ ...stored, stored: 2, duplicate: 2 });
  expect(await ledgerOf(project, 'metrics', 4)).toMatchObject({ ...stored, stored: 2, duplicate: 2 });
  const hello = await project.event('?user_id=u1');
  expect(hello).toMatchObject({
    event: 'log',
    user_id: 'u1',
    properties: { body: 'hello', severity: 'INFO', n: 1, big: 2 ** 40, share: 0.5, deep: { list: [1, 'x', true] } },
    context: { app: { version: '1.2.3', namespace: 'shop' }, device: { platform: 'server' } },
  });
  expect(await project.event('?event=cart.opened')).toMatchObject({ properties: { body: { items: 2 } } });
  const titles = (await crashGroups(project, 2)).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['RangeError: in a span', 'TypeError: in a log']);
  const sql = 'SELECT metric_name, status_code, is_error, app_version FROM metrics ORDER BY metric_name';
  const query = { query: { kind: 'sql', sql } };
  const { rows } = (await project.post('/v1/insights/query', query, asSecret(project))).data<{ rows: unknown[] }>();
  expect(rows).toEqual([
    ['GET /cart', 500, true, '1.2.3'],
    ['SELECT cart', null, false, '1.2.3'],
  ]);
});

test('@sentry/node: the error of a process that dies is one crash, messages are events, spans metrics', async () => {
  let status: number | null = null;
  const [project, sent] = await repeated(async ({ publishable }, url) => {
    const dsn = url.replace('//', `//${publishable}@`);
    const child = spawn(process.execPath, [fileURLToPath(new URL('dying-app.mjs', import.meta.url))], {
      env: { ...process.env, DSN: `${dsn}/compat/sentry/1` },
      stdio: 'ignore',
    });
    status = await new Promise((resolve) => child.once('exit', resolve));
  }, 'sent twice');
  expect(status).toBe(1);
  expect(new Set(sent)).toEqual(new Set(['/compat/sentry/api/1/envelope/']));
  expect(await ledgerOf(project, 'crashes', 2)).toMatchObject({ stored: 1, duplicate: 1, rejected: 0, invalid: 0 });
  expect(await ledgerOf(project, 'events', 2)).toMatchObject({ stored: 1, duplicate: 1, rejected: 0, invalid: 0 });
  expect(await ledgerOf(project, 'metrics', 4)).toMatchObject({ rejected: 0, invalid: 0 });
  const [group] = await crashGroups(project, 1);
  expect(group).toMatchObject({ title: 'TypeError: no card', first_version: '1.2.3' });
  const [report] = (await project.get(`/v1/crashes/groups/${group?.id}/reports`)).data<Wire['CrashReportRow'][]>();
  expect(report).toMatchObject({ platform: 'server', exceptions: [{ type: 'TypeError', message: 'no card' }] });
  expect(report?.exceptions[0]?.frames[0]?.function).toContain('pay');
  const text = JSON.stringify(report);
  for (const part of ['clicked', 'cart', 'closed', 'u1', '45']) expect(text).toContain(part);
  for (const part of ['one@shop', '203.0.113.9', project.publishable]) expect(text).not.toContain(part);
  expect(await project.event()).toMatchObject({
    event: 'log',
    user_id: 'u1',
    properties: { body: 'half full', severity: 'warning' },
  });
});

const exceptionOf = ({ name, message, stack }: Error) => ({
  'exception.type': name,
  'exception.message': message,
  'exception.stacktrace': stack ?? '',
});

/** A switch for those who pay, a text, and an object. */
async function createFlags(project: TestProject): Promise<void> {
  const flags = [
    { key: 'new_checkout', value_type: 'boolean', default_value: false, ofPro: true },
    { key: 'theme', value_type: 'string', default_value: 'light', ofPro: 'dark' },
    { key: 'limits', value_type: 'json', default_value: { max: 3 }, ofPro: undefined },
  ];
  for (const { ofPro, ...flag } of flags) {
    const created = await project.post(
      '/v1/flags',
      { ...flag, name: flag.key, platforms: ['web', 'server'] },
      asSecret(project),
    );
    expect(created.status).toBe(201);
    if (ofPro === undefined) continue;
    const conditions = [{ field: 'plan', op: 'eq', values: ['pro'] }];
    const rules = [{ conditions, value: ofPro, percentage: 100, enabled: true }];
    const put = { method: 'PUT', body: JSON.stringify({ rules }), key: project.secret };
    expect((await project.send('PUT', `/v1/flags/${flag.key}/rules`, put)).status).toBe(200);
  }
}

const asSecret = (project: TestProject) => ({ key: project.secret });
