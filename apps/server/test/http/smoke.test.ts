import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

test('an event that was acknowledged can be read back', async () => {
  const response = await server.post('/v1/ingest', { batch: [{ event: 'signed_up', properties: { plan: 'pro' } }] });
  expect(response.status).toBe(202);
  expect(await response.json()).toEqual({ data: { accepted: 1 } });
  await server.waitForCount(1, '?event=signed_up');
  const { data } = await server.json<{ data: unknown[] }>('/v1/events?event=signed_up');
  expect(data).toMatchObject([{ event: 'signed_up', properties: { plan: 'pro' } }]);
});
