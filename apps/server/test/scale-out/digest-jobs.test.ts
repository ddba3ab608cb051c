import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailReceiver } from '../harness/mail-receiver.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';
import { PostgresServer } from './engines/postgres-server.ts';

interface Row {
  readonly id: string;
  readonly runs: readonly {
    readonly state: string;
    readonly deliveries: readonly { readonly state: string | null }[];
  }[];
}

const ENGAGEMENT = '00000000-0000-7000-8000-000000050000';
/** Leases lapse after 6 seconds; a server that goes on has found out by then. */
const FOUND_OUT_MS = 3_000;

let postgres: PostgresServer;
const mail = new MailReceiver();
beforeAll(async () => {
  await mail.start();
  postgres = await PostgresServer.start();
});
afterAll(async () => {
  mail.stop();
  await postgres.remove();
});

async function twoServers(name: string, failPoints?: string): Promise<readonly [TestServer, TestServer]> {
  const env = {
    LP_DATABASE_URL: await postgres.createDatabase(`digests_${name}`),
    LP_SEPARATE_STORES: 'true',
    LP_ALLOW_PRIVATE_ADDRESSES: 'true',
    LP_SMTP_URL: mail.url,
  };
  const holder = await TestServer.start({
    env: failPoints === undefined ? env : { ...env, LP_FAIL_POINTS: failPoints },
  });
  return [holder, await TestServer.startBeside(holder, { env })];
}

async function newDigest(project: TestProject, recipient: string): Promise<string> {
  const post = (path: string, body: object) => project.post(path, body, { key: project.secret });
  const target = await post('/v1/webhooks', { name: 'Mail', kind: 'email', recipients: [recipient] });
  const digest = await post('/v1/digests', {
    dashboard_id: ENGAGEMENT,
    frequency: 'daily',
    time: '09:00',
    targets: [target.data<Row>().id],
  });
  expect(digest.status).toBe(201);
  return digest.data<Row>().id;
}

const isDelivered = async (project: TestProject, id: string): Promise<boolean> =>
  (await project.get(`/v1/digests/${id}`)).data<Row>().runs[0]?.deliveries[0]?.state === 'delivered';
const mailsTo = (recipient: string) => mail.mails.filter(({ recipients }) => recipients.includes(recipient));

test.concurrent('of two servers one makes a digest, and there is one mail', async () => {
  const [first, second] = await twoServers('two');
  try {
    const project = await TestProject.create(second);
    const id = await newDigest(project, 'two@example.org');
    expect((await project.post(`/v1/digests/${id}/send`, {}, { key: project.secret })).status).toBe(202);
    await waitUntil(() => isDelivered(project, id), 120_000);
    expect((await project.on(first).get(`/v1/digests/${id}`)).data<Row>().runs).toHaveLength(1);
    expect(mailsTo('two@example.org')).toHaveLength(1);
  } finally {
    await first.stop();
    await second.stop();
  }
}, 240_000);

for (const action of ['kill', 'stop'] as const)
  test.concurrent(`the one that makes a digest is hit by ${action} before it is queued: the other one sends it, once`, async () => {
    const [holder, other] = await twoServers(action, `digest.made=${action}:1`);
    try {
      const project = await TestProject.create(other);
      const recipient = `${action}@example.org`;
      const id = await newDigest(project, recipient);
      expect((await project.post(`/v1/digests/${id}/send`, {}, { key: project.secret })).status).toBe(202);
      await waitUntil(() => isDelivered(project, id), 120_000);
      if (action === 'stop') {
        process.kill(holder.pid, 'SIGCONT');
        await sleep(FOUND_OUT_MS);
      }
      expect((await project.get(`/v1/digests/${id}`)).data<Row>().runs).toMatchObject([{ state: 'sent' }]);
      expect(mailsTo(recipient)).toHaveLength(1);
    } finally {
      await holder.kill();
      await other.stop();
    }
  }, 240_000);
