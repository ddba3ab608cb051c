import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverEntry, TestServer } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';
import { ApiResponse, TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
});
afterAll(() => server.dispose());

const signIn = (email: string, password: string): Promise<ApiResponse> =>
  ApiResponse.of(server.post('/v1/session', { email, password }, { key: null }));

test('a password is reset from the terminal while the server is stopped, and not while it runs; sessions of others survive the restart', async () => {
  const [member, other] = [await TestMember.invited(project, 'viewer'), await TestMember.invited(project, 'viewer')];
  const { email } = member.session.member;
  expect(await resetPassword(email)).toMatchObject({ code: 1, output: expect.stringContaining('in use') });
  expect(await server.stop()).toBe(0);
  const reset = await resetPassword(email.toUpperCase());
  const unknown = await resetPassword('nobody@example.org');
  await server.restart();
  expect(reset.code).toBe(0);
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('There is no member') });
  const password = /: (\w{20})\n/.exec(reset.output)?.[1] ?? '';
  expect((await other.get('/v1/session')).status).toBe(200);
  expect((await member.get('/v1/session')).status).toBe(401);
  expect((await signIn(email, member.password)).status).toBe(401);
  expect((await signIn(email, password)).status).toBe(201);
});

function resetPassword(email: string): Promise<{ code: number | null; output: string }> {
  const args = [serverEntry, 'reset-password', '--email', email, '--data-dir', server.dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
