import { test as base, beforeAll, describe, expect } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base.extend('project', () => TestProject.create(server));

const MiB = 1_048_576;
const accepted = (count: number) => ({ data: { accepted: count } });

/** An event whose JSON is exactly this long. */
function eventOf(bytes: number, fill = 'x', more: object = {}) {
  const rest = Buffer.byteLength(JSON.stringify({ event: 'sized', properties: { p: '' }, ...more }));
  const room = bytes - rest;
  const text = fill.repeat(Math.floor(room / Buffer.byteLength(fill)));
  return { event: 'sized', properties: { p: text + 'x'.repeat(room - Buffer.byteLength(text)) }, ...more };
}

/** A body of exactly this many bytes. */
const bodyOf = (bytes: number): string => {
  const body = JSON.stringify({ batch: [{ event: 'a' }] });
  return body + ' '.repeat(bytes - body.length);
};

/** `{"<member>": …}` with this many levels in all, the body's own braces included. */
const nestedBody = (levels: number, padding = ''): string =>
  `{"batch":[{"event":"deep"}],"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)},"padding":"${padding}"}`;

describe.concurrent('events of a batch', () => {
  test('100 are accepted, 101 are not', async ({ project }) => {
    const batch = Array.from({ length: 100 }, (_, at) => ({ event: 'a', event_id: `${at}` }));
    expect((await project.ingest({ batch })).json).toEqual(accepted(100));
    expect((await project.ingest({ batch: [...batch, { event: 'a' }] })).status).toBe(400);
    await server.waitForCount(100, '', project.secret);
  });
});

describe.concurrent('the size of a body', () => {
  for (const path of ['/v1/ingest', '/v1/ingest?x=1', '/v1/performance/ingest']) {
    const body = (bytes: number) =>
      path.startsWith('/v1/ingest')
        ? bodyOf(bytes)
        : bodyOf(bytes)
            .replace('{"event":"a"}', '{"metric_type":"span","metric_name":"a","value_ms":1}')
            .slice(0, bytes);

    test(`${path}: 1,048,576 bytes are accepted and one more is 413`, async ({ project }) => {
      expect((await project.post(path, body(MiB))).status).toBe(202);
      const refused = await project.post(path, body(MiB + 1));
      expect(refused.status).toBe(413);
      expect(refused.error.code).toBe('VALIDATION_ERROR');
    });

    test(`${path}: the client of a body far too large reads the 413, not a reset`, async ({ project }) => {
      for (let turn = 0; turn < 5; turn += 1) {
        expect((await project.post(path, 'x'.repeat(5 * MiB))).status).toBe(413);
      }
    });
  }

  test('a crash report may have 4 MiB and not one byte more', async ({ project }) => {
    const report = (bytes: number) => {
      const body = JSON.stringify({ platform: 'ios', exception_type: 'E' });
      return body + ' '.repeat(bytes - body.length);
    };
    expect((await project.post('/v1/crashes/report', report(4 * MiB))).status).toBe(202);
    expect((await project.post('/v1/crashes/report', report(4 * MiB + 1))).status).toBe(413);
  });

  test('other bodies may have 256 KiB', async ({ project }) => {
    const body = (bytes: number) => `{}${' '.repeat(bytes - 2)}`;
    expect((await project.post('/v1/devices/register', body(262_144))).status).toBe(201);
    expect((await project.post('/v1/devices/register', body(262_145))).status).toBe(413);
    expect((await project.post('/v1/keys', body(262_145), { key: project.secret })).status).toBe(413);
  });
});

describe.concurrent('the size of one event', () => {
  test('32,768 bytes are accepted and 32,769 rejected', async ({ project }) => {
    const response = await project.ingest({ batch: [eventOf(32_768), eventOf(32_769)] });
    expect(response.data()).toEqual({
      accepted: 1,
      rejected: [{ index: 1, event: 'sized', reason: 'Event exceeds 32KB limit' }],
    });
  });

  test('bytes of UTF-8 count, not characters', async ({ project }) => {
    const response = await project.ingest({ batch: [eventOf(32_768, '€'), eventOf(32_769, '€')] });
    expect(response.data().rejected?.map(({ index }) => index)).toEqual([1]);
    expect((await project.event()).properties.p).toMatch(/^€+x*$/);
  });

  test('numbers count as they are parsed, however short they were sent', async ({ project }) => {
    const numbers = `{"event":"numbers","properties":{"n":[${Array.from({ length: 2_000 }, () => '1e20').join(',')}]}}`;
    const others = Array.from({ length: 3 }, () => JSON.stringify(eventOf(30_000)));
    const response = await project.ingest(`{"batch":[${[numbers, ...others].join(',')}]}`);
    expect(response.data()).toEqual({
      accepted: 3,
      rejected: [{ index: 0, event: 'numbers', reason: 'Event exceeds 32KB limit' }],
    });
  });

  test('white space and escapes of the raw body do not count', async ({ project }) => {
    const blank = ' '.repeat(200);
    const escaped = `{"event":"escaped","properties":{"p":"${'\\u0041'.repeat(20_000)}"}}`;
    const spaced = `${JSON.stringify(eventOf(32_768)).replace('{', `{${blank}`)}`;
    const response = await project.ingest(`{"batch":[${spaced},${escaped}]}`);
    expect(response.json).toEqual(accepted(2));
    const rows = await project.events(1, '?event=escaped');
    expect(rows[0]?.properties.p).toBe('A'.repeat(20_000));
  });

  test('the own context counts, the shared one does not', async ({ project }) => {
    const context = { x: 'x'.repeat(20_000) };
    const half = { event: 'a', properties: { p: 'x'.repeat(20_000) } };
    const response = await project.ingest({ batch: [half, { ...half, context }], context });
    expect(response.data().rejected?.map(({ index }) => index)).toEqual([1]);
    expect((await project.event()).context).toEqual(context);
  });
});

describe.concurrent('properties, names and ids', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { n: nested(levels - 1) });
  const atTheirBounds: Record<string, object> = {
    '250 keys': { properties: Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`k${at}`, at])) },
    '8 levels': { properties: nested(8) as object },
    '8 levels of lists': { properties: { a: [[[[[[[1]]]]]]] } },
    'a key of 128': { properties: { ['k'.repeat(128)]: 1 } },
    'many keys below the first level': {
      properties: { a: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, at])) },
    },
    'an empty key': { properties: { '': 1 } },
    'a name of 256': { event: 'n'.repeat(256) },
    'a name of 256 units in emoji': { event: '😀'.repeat(128) },
    'an event id of 128': { event_id: 'i'.repeat(128) },
    'ids of 256': {
      context: {
        user: { id: 'u'.repeat(256), anonymous_id: 'a'.repeat(256) },
        device: { id: 'd'.repeat(256) },
        session: { id: 's'.repeat(256) },
      },
    },
  };
  for (const [name, parts] of Object.entries(atTheirBounds)) {
    test(`${name} is accepted and comes back whole`, async ({ project }) => {
      const event = { event: 'bound', ...parts };
      expect((await project.ingest({ batch: [event] })).json).toEqual(accepted(1));
      expect(await project.event()).toMatchObject(event);
    });
  }
});

describe.concurrent('nesting', () => {
  const large = 'x'.repeat(70_000);
  for (const path of ['/v1/ingest', '/v1/ingest?x=1']) {
    test(`${path}: 32 levels are accepted and 33 are 400, in small bodies and large`, async ({ project }) => {
      expect((await project.post(path, nestedBody(32))).json).toEqual(accepted(1));
      expect((await project.post(path, nestedBody(33))).status).toBe(400);
      expect((await project.post(path, nestedBody(32, large))).json).toEqual(accepted(1));
      expect((await project.post(path, nestedBody(33, large))).status).toBe(400);
    });
  }

  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const places: Record<string, { path: string; body: (inner: string) => string; above: number }> = {
    'in a shared context': {
      path: '/v1/ingest',
      above: 2,
      body: (x) => `{"batch":[{"event":"a"}],"context":{"x":${x}}}`,
    },
    'in an own context': {
      path: '/v1/ingest',
      above: 4,
      body: (x) => `{"batch":[{"event":"a","context":{"x":${x}}}]}`,
    },
    'in an unknown member of an event': {
      path: '/v1/ingest',
      above: 3,
      body: (x) => `{"batch":[{"event":"a","x":${x}}]}`,
    },
    'in a crash report': {
      path: '/v1/crashes/report',
      above: 1,
      body: (x) => `{"platform":"ios","exception_type":"E","x":${x}}`,
    },
    'in an unknown member of a metrics body': {
      path: '/v1/performance/ingest',
      above: 1,
      body: (x) => `{"batch":[{"metric_type":"span","metric_name":"m","value_ms":1}],"x":${x}}`,
    },
    'in an unknown member of a metric': {
      path: '/v1/performance/ingest',
      above: 3,
      body: (x) => `{"batch":[{"metric_type":"span","metric_name":"m","value_ms":1,"x":${x}}]}`,
    },
    'in a registration': { path: '/v1/devices/register', above: 1, body: (x) => `{"x":${x}}` },
  };
  for (const [name, { path, body, above }] of Object.entries(places)) {
    test(`${name}: 32 levels are fine, 33 and 30,000 are 400`, async ({ project }) => {
      expect((await project.post(path, body(deep(32 - above)))).status).toBeLessThan(203);
      for (const levels of [33, 30_000]) {
        const response = await project.post(path, body(deep(levels - above)));
        expect([levels, response.status]).toEqual([levels, 400]);
        expect(response.error.code).toBe('VALIDATION_ERROR');
      }
    });
  }

  const inProperties: Record<string, string> = {
    plain: 'p',
    'under a key that is too long': 'k'.repeat(129),
    'under a key that is a secret': 'password',
  };
  for (const [name, key] of Object.entries(inProperties)) {
    test(`in properties, ${name}: more than 32 levels in all are 400`, async ({ project }) => {
      for (const levels of [33, 30_000]) {
        const response = await project.ingest(
          `{"batch":[{"event":"good"},{"event":"a","properties":{"${key}":${deep(levels - 4)}}}]}`,
        );
        expect([levels, response.status]).toEqual([levels, 400]);
      }
    });
  }

  test('a megabyte of brackets is refused without stalling others', async ({ project }) => {
    const stalls: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      let isDone = false;
      const refused = project.ingest(`{"batch":${deep(500_000)}}`).finally(() => {
        isDone = true;
      });
      let maxMs = 0;
      while (!isDone) {
        const startedAt = performance.now();
        await (await server.request('/healthz', { key: null })).text();
        maxMs = Math.max(maxMs, performance.now() - startedAt);
      }
      expect((await refused).status).toBe(400);
      stalls.push(maxMs);
    }
    // Parsing it takes some 200 ms. The best of five counts: the machine may be busy with something else.
    expect(Math.min(...stalls)).toBeLessThan(100);
  });
});
