import type { AddressInfo } from 'node:net';
import express from 'express';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLamppost } from './create-lamppost.ts';
import { expressErrors, expressRequests } from './express-requests.ts';
import { fastifyRequests } from './fastify-requests.ts';
import type { NodeLamppost } from './node-lamppost.ts';
import { RecordingServer } from './testing/recording-server.ts';

let server: RecordingServer;
let lamppost: NodeLamppost;
beforeEach(async () => {
  server = await RecordingServer.start();
  const key = `lp_sec_production_${'x'.repeat(32)}`;
  lamppost = createLamppost({ key, url: server.url, app: { version: '1.2.3' }, log: () => {} });
});
afterEach(async () => {
  await lamppost.close();
  await server.stop();
});

const spans = async (): Promise<unknown[]> => {
  await lamppost.flush();
  return [...server.metrics.values()].map(({ metric_name, status_code, is_error }) => [
    metric_name,
    status_code,
    is_error,
  ]);
};

const expected = [
  ['GET /api/users/:id', 200, false],
  ['POST /api/broken', 500, true],
  ['GET (no route)', 404, false],
];

test('Fastify: requests by route, and errors that became a 5xx', async () => {
  const app = Fastify();
  await app.register(fastifyRequests(lamppost));
  await app.register(
    async (api) => {
      api.get('/users/:id', async () => 'fine');
      api.post('/broken', async () => {
        throw new TypeError('odd');
      });
    },
    { prefix: '/api' },
  );
  await app.inject({ method: 'GET', url: '/api/users/42?token=secret' });
  await app.inject({ method: 'POST', url: '/api/broken' });
  await app.inject({ method: 'GET', url: '/nowhere/42' });
  expect(await spans()).toEqual(expected);
  expect([...server.crashes.values()]).toMatchObject([
    { exception_type: 'TypeError', screen_name: 'POST /api/broken' },
  ]);
  expect([...server.metrics.values()][0]).toMatchObject({
    metric_type: 'span',
    value_ms: expect.any(Number),
    context: { platform: 'server', app_version: '1.2.3' },
  });
  await app.close();
});

test('Express: requests by route, and errors that became a 5xx', async () => {
  const app = express();
  app.use(expressRequests(lamppost));
  const api = express.Router();
  api.get('/users/:id', (_, response) => {
    response.send('fine');
  });
  api.post('/broken', async () => {
    throw new TypeError('odd');
  });
  app.use('/api', api);
  app.use(expressErrors(lamppost));
  app.use(((_error, _request, response, _next) => response.status(500).end()) as express.ErrorRequestHandler);
  const listening = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  await (await fetch(`${url}/api/users/42?token=secret`)).text();
  await (await fetch(`${url}/api/broken`, { method: 'POST' })).text();
  await (await fetch(`${url}/nowhere/42`)).text();
  expect(await spans()).toEqual(expected);
  expect([...server.crashes.values()]).toMatchObject([
    { exception_type: 'TypeError', screen_name: 'POST /api/broken' },
  ]);
  listening.closeAllConnections();
  await new Promise((resolve) => listening.close(resolve));
});

test('Express: ids in the path of a mounted router are not sent', async () => {
  const seen: string[] = [];
  const measure = expressRequests({
    ...lamppost,
    noteRequest: (name) => seen.push(typeof name === 'string' ? name : name()),
  });
  const shapes = [
    { baseUrl: '/v1/tenants/8c1e/users', originalUrl: '/v1/tenants/8c1e/users/7?x=1', route: { path: '/:id' } },
    { baseUrl: '', originalUrl: '/v1/tenants/42/users/7', route: { path: '/users/:id' } },
    { baseUrl: '', originalUrl: '/', route: { path: '/' } },
  ];
  for (const shape of shapes) {
    const close: (() => void)[] = [];
    const response = {
      statusCode: 200,
      writableFinished: true,
      once: (_: 'close', listener: () => void) => close.push(listener),
    };
    measure({ method: 'GET', ...shape }, response, () => {});
    for (const listener of close) listener();
  }
  expect(seen).toEqual(['GET /v1/tenants/:id/users/:id', 'GET /v1/tenants/:id/users/:id', 'GET /']);
});

describe('many requests', () => {
  test('are reported by a fair sample with its rate', async () => {
    for (let turn = 0; turn < 10_000; turn += 1) lamppost.noteRequest('GET /', turn % 10 === 0 ? 500 : 200, turn / 100);
    await lamppost.flush();
    const metrics = [...server.metrics.values()] as unknown as {
      value_ms: number;
      is_error: boolean;
      attributes: object;
    }[];
    expect(metrics).toHaveLength(100);
    expect(metrics[0]?.attributes).toEqual({ sample_rate: 0.01 });
    // Of a hundred out of [0, 100): the mean is 50 with a deviation of 2.9, the errors are 10 with one of 3.
    const mean = metrics.reduce((sum, { value_ms }) => sum + value_ms, 0) / 100;
    expect(Math.abs(mean - 50)).toBeLessThan(6 * 2.9);
    expect(metrics.filter(({ is_error }) => is_error).length).toBeLessThan(10 + 6 * 3);
  });

  test('cost less than 5 µs each, the middleware of Express included', () => {
    const count = 100_000;
    const measure = expressRequests(lamppost);
    const request = { method: 'GET', baseUrl: '/api', originalUrl: '/api/users/42', route: { path: '/users/:id' } };
    let close = (): void => {};
    const response = {
      statusCode: 200,
      writableFinished: true,
      once: (_: 'close', listener: () => void) => {
        close = listener;
      },
    };
    const turnOnce = (): void => {
      measure(request, response, () => {});
      close();
    };
    for (let turn = 0; turn < 20_000; turn += 1) turnOnce();
    const { user: beganUs } = process.cpuUsage();
    for (let turn = 0; turn < count; turn += 1) turnOnce();
    const ofExpress = (process.cpuUsage().user - beganUs) / count;
    process.stdout.write(`expressRequests: ${ofExpress.toFixed(3)} µs of CPU each\n`);
    expect(ofExpress).toBeLessThan(5);
    for (let turn = 0; turn < 20_000; turn += 1) lamppost.noteRequest(`GET /warm/${turn % 7}`, 200, 1);
    const { user: startedUs } = process.cpuUsage();
    for (let turn = 0; turn < count; turn += 1) lamppost.noteRequest(`GET /route/${turn % 7}`, 200, 1);
    const microseconds = (process.cpuUsage().user - startedUs) / count;
    process.stdout.write(`noteRequest: ${microseconds.toFixed(3)} µs of CPU each\n`);
    expect(microseconds).toBeLessThan(5);
  });
});
