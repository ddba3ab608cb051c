import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordCounts, scaled } from '../../src/telemetry/testing/torture-run.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const batch = Array.from({ length: 50 }, (_, at) => ({ event: 'noise', properties: { at } }));

/** Sends as fast as it is answered, until told to stop. */
function flood(project: TestProject) {
  const statuses: Record<number, number> = {};
  let isOn = true;
  const clients = Array.from({ length: 16 }, async () => {
    while (isOn) {
      const { status } = await project.ingest({ batch });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  return {
    statuses,
    stop: async () => {
      isOn = false;
      await Promise.all(clients);
    },
  };
}

async function useQuietly(project: TestProject, rounds: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    const responses = await Promise.all([
      project.ingest({ batch: [{ event: 'quiet', event_id: `quiet-${round}` }] }),
      project.send('GET', '/v1/config', { headers: { 'X-Device-ID': 'quiet' } }),
    ]);
    for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

test('a project that floods the server is limited, and every request of another one succeeds', {
  timeout: 300_000,
}, async () => {
  const [noisy, quiet] = [await TestProject.create(server, 'free'), await TestProject.create(server)];
  const rounds = scaled(60, 1_000);
  const noise = flood(noisy);
  const ofQuiet = await useQuietly(quiet, rounds);
  await noise.stop();
  recordCounts('one project floods', { floodRequests: noise.statuses, quietRequests: ofQuiet });
  expect(ofQuiet).toEqual({ 200: rounds, 202: rounds });
  expect(noise.statuses[429]).toBeGreaterThan(0);
  await server.waitForCount(rounds, '?event=quiet', quiet.secret);
});

test('negative control: requests beyond a plan of their own are limited', async () => {
  const limited = await TestProject.create(server, 'free');
  const noise = flood(limited);
  await expect.poll(() => noise.statuses[429] ?? 0).toBeGreaterThan(0);
  const statuses = await useQuietly(limited, 3);
  await noise.stop();
  expect(statuses[429]).toBeGreaterThan(0);
});
