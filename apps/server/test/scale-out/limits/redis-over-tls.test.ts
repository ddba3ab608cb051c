import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../harness/server.ts';
import { TestProject } from '../../harness/test-project.ts';
import { freePort } from '../engines/engine-process.ts';
import { RedisServer } from '../engines/redis-server.ts';
import { isShared, PATIENT, readinessOf, startLimited } from './limited-server.ts';

let folder: string;
let redis: RedisServer;
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lamppost-tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' });
  const port = await freePort();
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
  redis = await RedisServer.start({ args: ['--tls-port', `${port}`, '--tls-auth-clients', 'no', ...files] });
  url = `rediss://localhost:${port}`;
});
afterAll(async () => {
  await redis.remove();
  rmSync(folder, { recursive: true });
});

test('a certificate that is known is trusted', async () => {
  const server = await startLimited(url, { NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem'), ...PATIENT });
  try {
    await waitUntil(() => isShared(server));
    const project = await TestProject.create(server, 'free');
    await project.send('GET', '/v1/ingest/capabilities');
    expect(await redis.client.keys('*')).toEqual([`lamppost:limit:${project.id}:requests`]);
  } finally {
    await server.dispose();
  }
});

test('one that is not known is not, and says so', async () => {
  const server = await startLimited(url, PATIENT);
  try {
    expect((await readinessOf(server)).reasons.join()).toContain('Redis cannot be reached: self-signed certificate');
  } finally {
    await server.dispose();
  }
});
