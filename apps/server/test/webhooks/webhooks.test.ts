import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

interface Row {
  readonly id: string;
  readonly secret: string;
  readonly pending: number;
  readonly [name: string]: unknown;
}

const open: { server?: TestServer; receiver?: Server } = {};
const received: { readonly headers: Record<string, string>; readonly body: string }[] = [];
let project: TestProject;
let port = 0;
let beforeAnswer: () => Promise<unknown> = async () => undefined;

async function listen(): Promise<void> {
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
      void beforeAnswer().finally(() => response.end('thanks'));
    });
  });
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
  port = (receiver.address() as AddressInfo).port;
  open.receiver = receiver;
}

beforeAll(async () => {
  await listen();
  open.receiver?.close();
  open.server = await TestServer.start({ env: { LP_ALLOW_PRIVATE_ADDRESSES: 'true' } });
  project = await TestProject.create(open.server);
});
afterAll(async () => {
  open.receiver?.close();
  open.receiver?.closeAllConnections();
  await open.server?.dispose();
});

const post = (path: string, body: unknown = {}) => project.post(path, body, { key: project.secret });

test('a server that is killed between a change and its delivery delivers it, verified by the published package', async () => {
  const created = await post('/v1/webhooks', { name: 'Receiver', url: `http://127.0.0.1:${port}/hook` });
  expect(created.status).toBe(201);
  const { id, secret, ...row } = created.data<Row>();
  expect(secret).toMatch(/^whsec_/);
  expect(row).toMatchObject({ kind: 'webhook', status: 'active', event_types: [], environment_id: null, pending: 0 });
  expect((await post('/v1/flags', { key: 'told', name: 'Told', platforms: ['web'] })).status).toBe(201);
  await open.server?.kill();
  await listen();
  await open.server?.restart();
  await waitUntil(() => received.length > 0);
  const [message] = received;
  expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject({
    type: 'flag.changed',
    data: { key: 'told', action: 'created' },
  });
  const path = `/v1/webhooks/${id}`;
  await waitUntil(async () => (await project.get(path)).data<Row>().pending === 0);
  const [delivery] = (await project.get(`${path}/deliveries`)).data<Row[]>();
  expect(delivery).toMatchObject({
    state: 'delivered',
    response_status: 200,
    response_body: 'thanks',
    event_type: 'flag.changed',
  });
  expect((await project.get(path)).data()).not.toHaveProperty('secret');
  const tested = await post(`${path}/test`);
  expect(tested.data()).toMatchObject({ state: 'delivered', event_type: 'webhook.test' });
  expect((await post(`${path}/deliveries/${delivery?.id}/resend`)).status).toBe(201);
  await waitUntil(() => received.length === 3);
  expect(received[2]?.headers['webhook-id']).toBe(message?.headers['webhook-id']);
  const rotated = (await post(`${path}/rotate-secret`)).data<Row>();
  expect([rotated.secret === secret, rotated.old_secret_until]).toEqual([false, expect.stringMatching(/Z$/)]);
  expect((await project.send('DELETE', path, { key: project.secret })).status).toBe(204);
  expect((await project.get(path)).status).toBe(404);
});

test('a test of a webhook that is removed before its receiver answers is 404', async () => {
  const { id } = (await post('/v1/webhooks', { name: 'Brief', url: `http://127.0.0.1:${port}/hook` })).data<Row>();
  beforeAnswer = () => project.send('DELETE', `/v1/webhooks/${id}`, { key: project.secret });
  expect((await post(`/v1/webhooks/${id}/test`)).status).toBe(404);
});

test('a private target, unknown keys and unknown types are 400 and name the field', async () => {
  const other = await TestProject.create(await TestServer.shared());
  const faults = async (body: object) => {
    const { status, error } = await other.post('/v1/webhooks', { name: 'W', ...body }, { key: other.secret });
    return [status, Object.keys(error.details?.fieldErrors ?? {})];
  };
  expect(await faults({ url: 'https://169.254.169.254/' })).toEqual([400, ['url']]);
  expect(await faults({ url: 'http://example.com/' })).toEqual([400, ['url']]);
  expect(await faults({})).toEqual([400, ['url']]);
  expect(await faults({ kind: 'email', recipients: ['root@localhost'] })).toEqual([400, ['recipients.0']]);
  expect((await faults({ url: 'https://hooks.example.com/', event_types: ['nonsense'] }))[0]).toBe(400);
  expect((await faults({ url: 'https://hooks.example.com/', extra: 1 }))[0]).toBe(400);
});
