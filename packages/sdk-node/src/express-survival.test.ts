import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RecordingServer } from './testing/recording-server.ts';

const entry = new URL('../dist/modules/index.js', import.meta.url).href;
const require = createRequire(import.meta.url);

let server: RecordingServer;
beforeEach(async () => {
  server = await RecordingServer.start();
});
afterEach(() => server.stop());

/** An app of Express without an error handler of its own, asked for each path in turn; it prints what it answered. */
function runApp(express: string, routes: string, paths: readonly string[]): Promise<{ code: number; output: string }> {
  const source = `
    import { createLamppost, expressRequests } from '${entry}';
    import { createRequire } from 'node:module';
    const express = createRequire('${import.meta.url}')('${express}');
    const lamppost = createLamppost({ key: 'lp_sec_production_${'x'.repeat(32)}', url: '${server.url}', stream: false });
    const app = express();
    app.set('env', 'test');
    app.use(expressRequests(lamppost));
    ${routes}
    const listening = app.listen(0, '127.0.0.1', async () => {
      const statuses = [];
      for (const path of ${JSON.stringify(paths)}) {
        const answer = await fetch('http://127.0.0.1:' + listening.address().port + path);
        await answer.text();
        statuses.push(answer.status);
      }
      await lamppost.close();
      console.log('statuses', statuses.join(' '));
      listening.closeAllConnections();
      listening.close();
    });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    output += text;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, output })));
}

const cases = [
  {
    name: 'a route that throws',
    routes: `app.get('/broken/:id', () => { throw new TypeError('odd'); });`,
    paths: ['/broken/1', '/broken/2', '/broken/3'],
    statuses: '500 500 500',
    metrics: ['GET /broken/:id', 'GET /broken/:id', 'GET /broken/:id'],
  },
  {
    name: 'a route that calls next() without an answer',
    routes: `app.get('/passed/:id', (request, response, next) => next());`,
    paths: ['/passed/1', '/passed/2'],
    statuses: '404 404',
    metrics: ['GET /passed/:id', 'GET /passed/:id'],
  },
  {
    name: 'a mounted router whose route throws',
    routes: `const api = express.Router(); api.get('/broken/:id', () => { throw new Error('odd'); }); app.use('/api/:tenant', api);`,
    paths: ['/api/7/broken/1', '/api/7/broken/2'],
    statuses: '500 500',
    metrics: ['GET /api/:id/broken/:id', 'GET /api/:id/broken/:id'],
  },
  {
    name: 'a router under a regular expression, whose route passes',
    routes: `const api = express.Router(); api.get(/^\\/any(.*)$/, (request, response, next) => next()); app.use('/api', api);`,
    paths: ['/api/any', '/api/anything'],
    statuses: '404 404',
    metrics: ['GET /^\\/any(.*)$/', 'GET /^\\/any(.*)$/'],
  },
];

describe.each([
  ['Express 4', require.resolve('express4')],
  ['Express 5', require.resolve('express')],
])('%s: an app without an error handler outlives', (_, express) => {
  for (const { name, routes, paths, statuses, metrics } of cases)
    test(name, async () => {
      const { code, output } = await runApp(express, routes, paths);
      expect(output).toContain(`statuses ${statuses}`);
      expect(code).toBe(0);
      expect([...server.metrics.values()].map(({ metric_name }) => metric_name)).toEqual(metrics);
    });
});
