import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SqliteControlPlane } from '../../compose/control/sqlite-control-plane.ts';
import { ada, newTestProject, type TestProject } from '../../control/test-project.contract.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { MessageSender } from './sending/message-sender.ts';
import { newSecret } from './sending/new-secret.ts';
import { smtpMailer } from './sending/smtp-mailer.ts';
import { TestMailServer } from './sending/test-mail-server.contract.ts';
import { TestReceiver } from './sending/test-receiver.contract.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import type { Endpoint, NewEndpoint } from './webhook-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'lamppost-webhooks-'));
const receiver = new TestReceiver();
const mails = new TestMailServer();
let control: SqliteControlPlane;
let project: TestProject;
let offsetMs = 0;
const clock = () => Date.now() + offsetMs;
let delivery: WebhookDelivery;

beforeAll(async () => {
  control = new SqliteControlPlane({ path: join(folder, 'control.db'), mustExist: false });
  await control.ready();
  await mails.start();
});
afterAll(async () => {
  await control.close();
  await receiver.stop();
  mails.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  offsetMs = 0;
  receiver.received.length = 0;
  receiver.answer = () => 200;
  if (!receiver.isUp) await receiver.start();
  project = await newTestProject(control, 'delivering');
  const sender = new MessageSender({
    policy: { allowPrivate: true },
    mailer: smtpMailer(mails.url, 'Lamppost <lamppost@shop.example>', 2_000),
    dashboardUrl: () => 'https://lamppost.example/',
    userAgent: 'Lamppost/test',
    clock,
    timeoutMs: 2_000,
  });
  const logger = createLogger('silent');
  delivery = new WebhookDelivery({
    webhooks: control.webhooks,
    sender,
    isHere: () => true,
    logger,
    clock,
    random: () => 0.5,
  });
});

const create = (init: Partial<NewEndpoint> = {}): Promise<Endpoint> =>
  control.webhooks.create(
    {
      projectId: project.projectId,
      environmentId: null,
      kind: 'webhook',
      name: 'Receiver',
      target: receiver.url,
      eventTypes: [],
      secret: newSecret(),
      ...init,
    },
    ada,
  );
const change = (key: string) =>
  control.flags.create({ projectId: project.projectId, key, name: key, platforms: ['web'] }, ada);
const round = async () => {
  await delivery.look();
  await delivery.settled();
};
const pendingOf = async ({ id }: Endpoint) => (await control.webhooks.find(project.projectId, id))?.pending ?? 0;
const keyOf = (body: string): string => JSON.parse(body).data.key;

test('a receiver that dies and comes back 20 times gets every message, in order, verified by the published package', async () => {
  const endpoint = await create();
  const keys = Array.from({ length: 40 }, (_, at) => `flag_${at}`);
  for (const key of keys) await change(key);
  let deaths = 0;
  receiver.answer = () => {
    if (receiver.received.length % 2 === 1 || deaths === 20) return 200;
    deaths += 1;
    return 'die';
  };
  while ((await pendingOf(endpoint)) > 0) {
    await round();
    if (receiver.isUp) continue;
    // Nobody answers for a while: the first one in the queue is tried again, and holds the others.
    offsetMs += 5_000;
    await round();
    await receiver.start();
    offsetMs += 20_000;
  }
  expect(deaths).toBe(20);
  const firsts = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]));
  expect([...firsts.values()].map(keyOf)).toEqual(keys);
  expect(receiver.received).toHaveLength(keys.length + deaths);
  const verifier = new Webhook(endpoint.secret);
  for (const { headers, body } of receiver.received.slice(-3)) {
    const seconds = Number(headers['webhook-timestamp']);
    expect(Math.abs(seconds - clock() / 1_000)).toBeLessThan(3_000);
    const { 'webhook-id': id = '', 'webhook-signature': signature = '' } = headers as Record<string, string>;
    // The published package has no clock to set.
    const signed = verifier.sign(id, new Date(seconds * 1_000), body);
    expect(signature).toBe(signed);
  }
});

test('for a day after a rotation both secrets verify, and then the new one alone', async () => {
  offsetMs = 0;
  const { id, projectId, secret: old } = await create();
  const secret = newSecret();
  await control.webhooks.rotate(projectId, id, { secret, untilMs: clock() + DAY_MS }, ada);
  await change('rotated');
  await round();
  const [first] = receiver.received;
  const headers = first?.headers as Record<string, string>;
  for (const one of [old, secret])
    expect(new Webhook(one).verify(first?.body ?? '', headers)).toMatchObject({ type: 'flag.changed' });
  offsetMs = DAY_MS;
  await change('later');
  await round();
  expect(receiver.received[1]?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(1);
  offsetMs = 0;
});

test('a redirect is a failure, the log says what came back, and a resend has the same id', async () => {
  const endpoint = await create();
  receiver.answer = () => 302;
  await change('moved');
  await round();
  const list = async () =>
    (await control.webhooks.deliveries(project.projectId, endpoint.id, {}, { limit: 9 }))?.rows ?? [];
  const [failed] = await list();
  expect(failed).toMatchObject({
    state: 'pending',
    responseStatus: 302,
    responseBody: 'thanks',
    error: 'Redirects are not followed',
  });
  receiver.answer = () => 204;
  offsetMs += 6_000;
  await round();
  expect((await list())[0]).toMatchObject({ state: 'delivered', attempts: 2, responseStatus: 204, error: null });
  await control.webhooks.resend(project.projectId, endpoint.id, failed?.id ?? '', clock());
  await round();
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.received).toHaveLength(3);
});

test('a slow endpoint holds nobody else, and a server that stops leaves what it was sending to the next', async () => {
  offsetMs = 0;
  const slow = await create({ target: `${receiver.url}?slow` });
  const other = await create({ kind: 'slack' });
  let release: () => void = () => undefined;
  const stuck = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sender = {
    send: async (endpoint: Endpoint, _: unknown, signal?: AbortSignal) => {
      const outcome = {
        isDelivered: true,
        atMs: clock(),
        durationMs: 1,
        responseStatus: 200,
        responseBody: '',
        error: null,
      };
      if (endpoint.id !== slow.id) return outcome;
      signal?.addEventListener('abort', release);
      await stuck;
      throw new Error('ended');
    },
  };
  const logger = createLogger('silent');
  const stopping = new WebhookDelivery({ webhooks: control.webhooks, sender, isHere: () => true, logger, clock });
  for (const key of ['one', 'two']) await change(key);
  stopping.start();
  await expect.poll(() => pendingOf(other), { timeout: 15_000 }).toBe(0);
  expect(await pendingOf(slow)).toBe(2);
  await stopping.stop();
  await round();
  await round();
  expect(await pendingOf(slow)).toBe(0);
  expect(receiver.received.map(({ body }) => keyOf(body))).toEqual(['one', 'two']);
});

test('an endpoint that fails for a day is paused, with about thirty attempts', async () => {
  offsetMs = 0;
  const endpoint = await create();
  receiver.answer = () => 500;
  await change('never');
  while ((await control.webhooks.find(project.projectId, endpoint.id))?.status === 'active') {
    await round();
    offsetMs += 10 * 60_000;
    if (offsetMs > 3 * DAY_MS) break;
  }
  expect(offsetMs / HOUR_MS).toBeGreaterThan(23.9);
  expect(offsetMs / HOUR_MS).toBeLessThan(26);
  expect(receiver.received.length).toBeGreaterThan(20);
  expect(receiver.received.length).toBeLessThan(45);
  offsetMs = 0;
});

test('mails go over SMTP, and one that nobody takes is tried again', async () => {
  const endpoint = await create({ kind: 'email', target: 'ada@shop.example,bob@shop.example' });
  await change('mailed');
  await round();
  expect(await pendingOf(endpoint)).toBe(0);
  const [mail] = mails.mails;
  expect(mail?.recipients).toEqual(['ada@shop.example', 'bob@shop.example']);
  expect(mail?.text).toMatch(/^From: Lamppost <lamppost@shop\.example>/m);
  expect(mail?.text).toMatch(/^Subject: \[Lamppost\] Flag mailed: created/m);
  expect(mail?.text).toMatch(/^Message-ID: <msg_\w+@shop\.example>/m);
  expect(mail?.text).toContain('https://lamppost.example/p/');
  const refused = await create({ kind: 'email', target: 'gone@shop.example' });
  mails.refused.add('gone@shop.example');
  await change('refused');
  await round();
  const log = await control.webhooks.deliveries(project.projectId, refused.id, {}, { limit: 1 });
  expect(log?.rows[0]).toMatchObject({
    state: 'pending',
    attempts: 1,
    error: expect.stringContaining('550 no such user'),
  });
});
