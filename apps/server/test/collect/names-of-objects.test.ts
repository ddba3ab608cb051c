import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';

/** What every object of JavaScript has without being reported. */
const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.liftLimits();
  await server.waitForStore();
});
afterAll(() => server.dispose());

describe.each(names)('%s', (name) => {
  test('is no Content-Encoding', async () => {
    const body = JSON.stringify({ batch: [{ event: 'e' }] });
    const response = await server.request('/v1/ingest', {
      method: 'POST',
      body,
      headers: { 'Content-Encoding': name },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: `Content-Encoding must be gzip, deflate or br, not ${name.toLowerCase()}` },
    });
  });

  test('is an unknown option like any other', async () => {
    const body = `{"query":{"kind":"timeseries","event":"e","range":{"last":"7d"},"${name}":1}}`;
    const response = await server.request('/v1/insights/query', { method: 'POST', body, key: server.keys.secret });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`query.${name}`);
  });

  test('is no format of a text', async () => {
    const event = `formatted_${name}`;
    const schema = { type: 'object', properties: { text: { type: 'string', format: name } } };
    const body = JSON.stringify({ properties: schema, mode: 'quarantine' });
    const made = await server.request(`/v1/events/schemas/${event}`, { method: 'PUT', body, key: server.keys.secret });
    const sent = await server.post('/v1/ingest', { batch: [{ event, properties: { text: 'anything' } }] });
    expect([made.status, sent.status]).toEqual([400, 202]);
    expect(await sent.json()).toMatchObject({ data: { accepted: 1 } });
  });

  test('is a platform that nobody knows', async () => {
    const stack_trace = { frames: [{ function: 'run', line: 1 }] };
    const report = { platform: name, exception_type: name, event_id: `crash ${name}`, stack_trace };
    expect((await server.post('/v1/crashes/report', report)).status).toBeLessThan(500);
  });
});
