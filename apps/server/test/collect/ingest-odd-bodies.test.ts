import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { openSocket, parseResponse, sendRaw } from '../harness/raw-http.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());
const test = base.extend('project', () => TestProject.create(server));

const accepted = (count: number) => ({ data: { accepted: count } });
const body = JSON.stringify({ batch: [{ event: 'a', properties: { text: 'ü€😀' } }] });

describe.concurrent('odd JSON', () => {
  const good = '{"event":"good","properties":{"n":12345678901234567890,"t":"ü€😀"}}';

  /** The element as it is written, and what is stored of its properties; undefined: only that the neighbours are unharmed. */
  const odd: Record<string, { element: string; properties?: unknown }> = {
    'a lone high surrogate': {
      element: '{"event":"odd","properties":{"p":"a\\ud800b"}}',
      properties: { p: 'a\ufffdb' },
    },
    'a lone low surrogate': { element: '{"event":"odd","properties":{"p":"\\uDC00"}}', properties: { p: '\ufffd' } },
    'surrogates in the wrong order': {
      element: '{"event":"odd","properties":{"p":"\\udc00\\ud800"}}',
      properties: { p: '\ufffd\ufffd' },
    },
    'a lone surrogate in a key': {
      element: '{"event":"odd","properties":{"a\\ud800":1}}',
      properties: { 'a\ufffd': 1 },
    },
    'a pair of surrogates': { element: '{"event":"odd","properties":{"p":"\\ud83d\\ude00"}}', properties: { p: '😀' } },
    'a NUL': { element: '{"event":"odd","properties":{"p":"a\\u0000b"}}', properties: { p: 'ab' } },
    'a NUL in a key': { element: '{"event":"odd","properties":{"a\\u0000":1}}', properties: { a: 1 } },
    'an escaped backslash before u0000': {
      element: '{"event":"odd","properties":{"p":"\\\\u0000"}}',
      properties: { p: '\\u0000' },
    },
    __proto__: { element: '{"event":"odd","properties":{"__proto__":{"x":1},"constructor":2}}' },
    '__proto__ as a member of the event': {
      element: '{"event":"odd","__proto__":{"event":"no"},"properties":{"p":1}}',
      properties: { p: 1 },
    },
    'a number beyond a double': {
      element: '{"event":"odd","properties":{"p":1e400,"q":-1E999,"r":1}}',
      properties: { p: null, q: null, r: 1 },
    },
    'a key twice in properties': { element: '{"event":"odd","properties":{"p":1,"p":2}}' },
    'properties twice': { element: '{"event":"odd","properties":{"p":1},"properties":{"p":2}}' },
    'the name twice': { element: '{"event":"odd","event":"odd"}' },
    'an event id twice': { element: '{"event":"odd","event_id":"1","event_id":"2"}' },
    'a context twice': { element: '{"event":"odd","context":{"user":{"id":"1"}},"context":{"user":{"id":"2"}}}' },
    'control characters as escapes': {
      element: '{"event":"odd","properties":{"p":"\\u0001\\t\\n"}}',
      properties: { p: '\u0001\t\n' },
    },
    'raw line ends between tokens': { element: '{"event":"odd",\r\n\t"properties":\n{"p":1}}', properties: { p: 1 } },
    'minus zero and exponents': { element: '{"event":"odd","properties":{"a":-0,"b":1E3,"c":1.50,"d":5e-324}}' },
    'line separators': {
      element: '{"event":"odd","properties":{"p":"\u2028\u2029\ufeff"}}',
      properties: { p: '\u2028\u2029\ufeff' },
    },
  };

  for (const [name, { element, properties }] of Object.entries(odd)) {
    test(`${name}: stored, and the neighbours are unharmed to the digit`, async ({ project }) => {
      const response = await project.ingest(`{"batch":[${good},${element},${good}]}`);
      expect(response.json).toEqual(accepted(3));
      const rows = await project.events(1, '?event=odd');
      if (properties !== undefined) expect(rows[0]?.properties).toEqual(properties);
      const neighbours = await project.get('/v1/events?event=good');
      expect(neighbours.text.split('"properties":{"n":12345678901234567890,"t":"ü€😀"}')).toHaveLength(3);
    });
  }

  test('__proto__ in properties is plain data', async ({ project }) => {
    await project.ingest('{"batch":[{"event":"a","properties":{"__proto__":{"x":1}}},{"event":"b","event_id":""}]}');
    await project.event();
    expect((await project.get('/v1/events')).text).toContain('"properties":{"__proto__":{"x":1}}');
  });

  test('a name with a NUL is rejected, one with a lone surrogate is stored', async ({ project }) => {
    const response = await project.ingest('{"batch":[{"event":"a\\u0000"},{"event":"b\\ud800"},{"event":"good"}]}');
    expect(response.data()).toMatchObject({ accepted: 2, rejected: [{ index: 0 }] });
    expect((await project.events(2)).map(({ event }) => event)).toEqual(['b\ufffd', 'good']);
  });

  test('odd values in ids are stored and do not stop others', async ({ project }) => {
    const context = '"context":{"user":{"id":"u\\u0000"},"device":{"id":"d\\ud800"}}';
    const response = await project.ingest(
      `{"batch":[{"event":"a","event_id":"x\\u0000",${context}},{"event":"b","event_id":"y\\ud800"}]}`,
    );
    expect(response.json).toEqual(accepted(2));
    expect((await project.events(2)).map(({ event_id, user_id, device_id }) => [event_id, user_id, device_id])).toEqual(
      [
        ['x', 'u', 'd\ufffd'],
        ['y\ufffd', null, null],
      ],
    );
  });

  test('of two batches in one body the one that is answered for is the one that is stored', async ({ project }) => {
    const response = await project.ingest('{"batch":[{"event":"a"},{"event":"b"}],"batch":[{"event":"c"}]}');
    const { accepted: count } = response.data();
    await server.waitForCount(count, '', project.secret);
    expect(count).toBe(1);
    expect((await project.event()).event).toBe('c');
  });

  test('bytes that are not UTF-8 become U+FFFD, with a warning that names the first event', async ({ project }) => {
    const bytes = Buffer.concat([
      Buffer.from('{"batch":[{"event":"first"},{"event":"b","properties":{"p":"a'),
      Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
      Buffer.from('z"}}]}'),
    ]);
    for (const path of ['/v1/ingest', '/v1/ingest?x=1']) {
      const response = await project.post(path, bytes);
      expect(response.data().accepted).toBe(2);
      expect(response.data().validation_warnings).toEqual([
        { index: 0, event: 'first', field: 'body', message: expect.stringContaining('UTF-8') },
      ]);
    }
    const [row] = await project.events(2, '?event=b');
    expect(row?.properties.p).toMatch(/^a\ufffd+\(\ufffd+z$/);
  });
});

describe.concurrent('integers of 64 bits in properties', () => {
  const digits = ['18446744073709551615', '-9223372036854775808', '9007199254740993', '123456789012345678901234567890'];
  const properties = `{"a":${digits[0]},"b":{"c":[${digits[1]},${digits[2]}]},"d":${digits[3]},"s":"${digits[0]}"}`;
  const neighbours: Record<string, string> = {
    'on its own': '',
    'beside a rejected event': ',{"event":"bad","timestamp":"never"}',
    'beside a scrubbed property': ',{"event":"other","properties":{"password":"x"}}',
    'beside an odd time': ',{"event":"other","timestamp":"20260101T000000Z"}',
    'beside a lone surrogate': ',{"event":"other","properties":{"p":"\\ud800"}}',
    'beside a number beyond a double': ',{"event":"other","properties":{"p":1e400}}',
  };
  for (const [name, more] of Object.entries(neighbours)) {
    test(`are kept to the digit ${name}`, async ({ project }) => {
      await project.ingest(`{"batch":[{"event":"a","properties":${properties}}${more}]}`);
      await server.waitForCount(1, '?event=a', project.secret);
      expect((await project.get('/v1/events?event=a')).text).toContain(`"properties":${properties}`);
    });
  }

  test('are kept to the digit beside a secret in the same properties', async ({ project }) => {
    await project.ingest(`{"batch":[{"event":"a","properties":{"id":${digits[0]},"password":"x"}}]}`);
    await project.event();
    expect((await project.get('/v1/events')).text).toContain(`{"id":${digits[0]},"password":"[scrubbed]"}`);
  });

  test('are kept to the digit in a context', async ({ project }) => {
    await project.ingest(`{"batch":[{"event":"a","event_id":"","x":1},{"event":"b"}],"context":{"n":${digits[0]}}}`);
    await project.event();
    expect((await project.get('/v1/events')).text).toContain(`"context":{"n":${digits[0]}}`);
  });
});

describe.concurrent('encodings', () => {
  const encodings: Record<string, Buffer> = {
    gzip: gzipSync(body),
    GZIP: gzipSync(body),
    deflate: deflateSync(body),
    'deflate ': deflateRawSync(body),
    br: brotliCompressSync(body),
    identity: Buffer.from(body),
  };
  for (const [encoding, bytes] of Object.entries(encodings)) {
    test(`${encoding} is understood`, async ({ project }) => {
      const response = await project.ingest(bytes, { headers: { 'Content-Encoding': encoding.trim() } });
      expect(response.json).toEqual(accepted(1));
      expect((await project.event()).properties).toEqual({ text: 'ü€😀' });
    });
  }

  for (const encoding of ['zstd', 'compress', 'gzip, gzip', 'nonsense']) {
    test(`${encoding} is 400`, async ({ project }) => {
      const response = await project.ingest(gzipSync(body), { headers: { 'Content-Encoding': encoding } });
      expect(response.status).toBe(400);
      expect(response.error.code).toBe('VALIDATION_ERROR');
    });
  }

  const corrupt: Record<string, Buffer> = {
    'no gzip at all': Buffer.from(body),
    'a gzip that ends early': gzipSync(body).subarray(0, -6),
    'a gzip whose checksum is wrong': Buffer.concat([gzipSync(body).subarray(0, -8), Buffer.alloc(8)]),
    nothing: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(corrupt)) {
    test(`${name} is 400`, async ({ project }) => {
      const response = await project.ingest(bytes, { headers: { 'Content-Encoding': 'gzip' } });
      expect(response.status).toBe(400);
    });
  }

  test('the limit holds for the inflated size, to the byte', async ({ project }) => {
    const sized = (bytes: number) => gzipSync(body + ' '.repeat(bytes - Buffer.byteLength(body)));
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await project.ingest(sized(1_048_576), { headers })).status).toBe(202);
    expect((await project.ingest(sized(1_048_577), { headers })).status).toBe(413);
  });

  test('a bomb is 413, costs little memory and stalls nobody', async ({ project }) => {
    const memoryOfMain = async () => {
      const text = await (await server.request('/metrics', { key: null })).text();
      return Number(/lamppost_resident_memory_bytes\{process="main"\} (\d+)/.exec(text)?.[1]);
    };
    const zeros = Buffer.alloc(64 * 1_048_576);
    const bombs: Record<string, Buffer> = {
      gzip: gzipSync(zeros, { level: 1 }),
      br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    };
    const before = await memoryOfMain();
    for (const [encoding, bytes] of Object.entries(bombs)) {
      const times: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        const startedAt = performance.now();
        const response = await project.ingest(bytes, { headers: { 'Content-Encoding': encoding } });
        expect(response.status).toBe(413);
        times.push(performance.now() - startedAt);
      }
      // Inflating all of it takes longer; the best of five counts, because the machine may be busy.
      expect(Math.min(...times)).toBeLessThan(60);
    }
    expect((await memoryOfMain()) - before).toBeLessThan(100 * 1_048_576);
  });
});

describe.concurrent('how a body arrives', () => {
  const types = [
    'application/json',
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/json; charset=utf-8',
    'json',
    '',
  ];
  for (const path of ['/v1/ingest', '/v1/ingest?x=1']) {
    test(`${path}: JSON is read under any content type`, async ({ project }) => {
      for (const type of types) {
        const response = await project.post(path, body, { headers: { 'Content-Type': type } });
        expect([type, response.status]).toEqual([type, 202]);
      }
    });

    test(`${path}: JSON is read without a content type`, async ({ project }) => {
      const response = await project.send('POST', path, { body: Buffer.from(body) });
      expect(response.json).toEqual(accepted(1));
    });

    test(`${path}: a byte order mark is skipped`, async ({ project }) => {
      expect((await project.post(path, `\ufeff${body}`)).json).toEqual(accepted(1));
      expect((await project.event()).properties).toEqual({ text: 'ü€😀' });
    });

    test(`${path}: a chunked body is read whole`, async ({ project }) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.publishable}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
      const chunks = [...Buffer.from(body)].map((byte) =>
        Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
      );
      const response = parseResponse(
        await sendRaw(server.url, Buffer.concat([Buffer.from(head), ...chunks, Buffer.from('0\r\n\r\n')])),
      );
      expect([response.status, response.json]).toEqual([202, accepted(1)]);
    });

    test(`${path}: a chunked body that grows too large is 413`, async ({ project }) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.publishable}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
      const chunk = Buffer.concat([Buffer.from('40000\r\n'), Buffer.alloc(0x40000, 'x'), Buffer.from('\r\n')]);
      const bytes = Buffer.concat([Buffer.from(head), ...Array(5).fill(chunk), Buffer.from('0\r\n\r\n')]);
      const response = parseResponse(await sendRaw(server.url, bytes));
      expect(response.status).toBe(413);
    });

    test(`${path}: a client that goes away in the middle leaves nothing behind`, async ({ project }) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.publishable}\r\nContent-Length: ${body.length + 50}\r\n\r\n`;
      const socket = await openSocket(server.url);
      socket.write(head + body);
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.destroy();
      await project.ingest({ batch: [{ event: 'marker' }] });
      await server.waitForCount(1, '?event=marker', project.secret);
      expect((await project.get('/v1/events/count')).data()).toEqual({ count: 1 });
    });
  }

  test('a GET with a JSON content type and no body is fine', async ({ project }) => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await project.send('GET', '/v1/config', { headers })).status).toBe(200);
    expect((await project.get('/v1/events', { headers })).status).toBe(200);
  });

  test('a DELETE with a JSON content type and no body is fine', async ({ project }) => {
    const created = await project.post(
      '/v1/keys',
      { kind: 'dev', environment_id: 'production', name: 'x' },
      { key: project.secret },
    );
    const { id } = created.data<{ id: string }>();
    const response = await project.send('DELETE', `/v1/keys/${id}`, {
      key: project.secret,
      headers: { 'Content-Type': 'application/json' },
    });
    expect([response.status, response.text]).toEqual([204, '']);
  });

  test('a registration without a body is fine, with a content type and without', async ({ project }) => {
    expect((await project.send('POST', '/v1/devices/register')).status).toBe(201);
    const headers = { 'Content-Type': 'application/json' };
    expect((await project.send('POST', '/v1/devices/register', { headers })).status).toBe(201);
    expect((await project.post('/v1/devices/register', 'null')).status).toBe(201);
  });
});

test('a secret in a first properties that a second one hides is not stored', async () => {
  const project = await TestProject.create(server);
  const body = '{"batch":[{"event":"hidden","properties":{"password":"hunter2"},"properties":{"a":1}}]}';
  expect((await project.post('/v1/ingest', body)).status).toBe(202);
  const [row] = await project.events(1, '?event=hidden');
  expect(row?.properties).toEqual({ a: 1 });
});
