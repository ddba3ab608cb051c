import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../src/telemetry/testing/torture-run.ts';
import { Admin, type ConfigData, when } from '../harness/admin.ts';
import { parseResponse, sendRaw } from '../harness/raw-http.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

/** The path as it stands is taken before the framework; every other spelling goes through it. */
const short = '/v1/config';
const others = ['/v1/config?x=1', '//v1/config', '/v1//config', '/v1/confi%67'];

let server: TestServer;
let project: TestProject;
/** Tags of the device that is known, as it stands and as others have it. */
let tag: string;
beforeAll(async () => {
  server = await TestServer.shared();
  // A long run asks more than any plan allows.
  project = await TestProject.create(server, isLong ? 'unmetered' : 'scale');
  const admin = new Admin(project);
  await admin.flag('banner', { value_type: 'string', default_value: 'none' });
  const rule = { conditions: [when('plan', 'eq', 'pro')], value: 'pro', percentage: 100, enabled: true };
  await admin.rules('banner', [rule]);
  await admin.flag('half');
  await admin.rollout('half', 50);
  await admin.running('lamp', { traffic_pct: 100 });
  for (const device_id of ['known', 'ünï', 'a, b']) {
    await project.post('/v1/devices/register', { device_id, platform: 'web' });
    await project.post(`/v1/devices/${encodeURIComponent(device_id)}/identify`, {
      user_id: `user of ${device_id}`,
      attributes: { plan: 'pro' },
    });
  }
  tag = (await admin.config('known')).etag;
});

type Header = readonly [name: string, value: string];
interface Request {
  readonly method?: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
}

/** As bytes: nothing puts it into shape, and a header may come twice. */
async function send(path: string, { method = 'GET', headers = [], body = '' }: Request): Promise<Described> {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    ...headers.map((pair) => pair.join(': ')),
  ];
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = Buffer.from(`${[...lines, ...length].join('\r\n')}\r\n\r\n`, 'latin1');
  return described(await sendRaw(server.url, Buffer.concat([head, Buffer.from(body)])));
}

/** What differs from one request to the next by nature. */
const changing = new Set(['date', 'x-request-id', 'ratelimit']);
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
type Described = ReturnType<typeof described>;

function described(response: string) {
  const { status, headers, text } = parseResponse(response.replace(goOn, ''));
  return {
    status,
    headers: [...headers]
      .filter(([name]) => !changing.has(name))
      // The seconds that are left may pass between two requests.
      .map(([name, value]) => [name, name === 'retry-after' ? value.replace(/^\d+$/, 'seconds') : value] as const)
      .sort(),
    limits: headers.get('ratelimit')?.replaceAll(/[rt]=\d+/g, '') ?? null,
    requestId: headers.get('x-request-id')?.replace(/^[0-9a-f]{12}-\w+$/, 'minted') ?? null,
    text,
  };
}

async function expectSame(request: Request): Promise<Described> {
  const expected = await send(short, request);
  for (const path of others) {
    const found = await send(path, request);
    // What was asked for is named where there is no such route.
    const text = found.text.replace(path.replace(/\?.*/, ''), short);
    expect({ path, ...found, headers: withoutLength(found, expected), text }).toEqual({ path, ...expected });
  }
  return expected;
}

/** The length of a text that names the path is that of the path. */
const withoutLength = ({ headers, status }: Described, expected: Described) =>
  status === 404 ? expected.headers : headers;

const bearer = (key: string): Header => ['Authorization', `Bearer ${key}`];
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
const device = (id: string): Header => ['X-Device-ID', id];

interface Case extends Request {
  readonly status: number;
  /** Undefined: the publishable key of the project. */
  readonly key?: () => readonly Header[];
}

const cases: Record<string, Case> = {
  'nobody in particular': { status: 200 },
  'a device that is known': { status: 200, headers: [device('known')] },
  'a device that nobody knows': { status: 200, headers: [device('d-unknown')] },
  'a device whose name is UTF-8': { status: 200, headers: [device(utf8('ünï'))] },
  'a device whose name is latin1': { status: 200, headers: [device('ünï')] },
  'an empty device': { status: 200, headers: [device('')] },
  'a device of blanks': { status: 200, headers: [device('   ')] },
  'two devices': { status: 200, headers: [device('a'), device('b')] },
  'a device as long as headers allow': { status: 200, headers: [device('d'.repeat(30_000))] },
  'the header in another case': { status: 200, headers: [['x-dEvIcE-id', 'known']] },
  'a secret key': { status: 200, key: () => [bearer(project.secret)], headers: [device('known')] },
  'the scheme in another case': { status: 200, key: () => [['AUTHORIZATION', `bEaReR   ${project.publishable}`]] },
  'another environment in the header': { status: 200, headers: [['X-Environment', 'development']] },
  'the key of another environment': { status: 200, key: () => [bearer(project.keys.development.publishable)] },
  'its own tag': { status: 304, headers: [device('known'), ['If-None-Match', '<tag>']] },
  'its own tag, weak': { status: 304, headers: [device('known'), ['If-None-Match', 'W/<tag>']] },
  'any tag': { status: 304, headers: [device('known'), ['If-None-Match', ' * ']] },
  'its tag in a list': { status: 304, headers: [device('known'), ['If-None-Match', '"a" , W/<tag>,"b"']] },
  'its tag in the second of two headers': {
    status: 304,
    headers: [device('known'), ['If-None-Match', '"a"'], ['If-None-Match', '<tag>']],
  },
  'the tag of somebody else': { status: 200, headers: [device('other'), ['If-None-Match', '<tag>']] },
  'its tag without quotes': { status: 200, headers: [device('known'), ['If-None-Match', '<bare>']] },
  'an empty tag': { status: 200, headers: [device('known'), ['If-None-Match', '']] },
  'a tag that never ends': { status: 200, headers: [device('known'), ['If-None-Match', '"a']] },
  'an origin': { status: 200, headers: [['Origin', 'https://app.example']] },
  'a request id': { status: 200, headers: [['X-Request-ID', 'kept']] },
  'a request id that is none': { status: 200, headers: [['X-Request-ID', 'a b']] },
  'a cookie beside the key': { status: 200, headers: [['Cookie', 'lamppost_session=x; a=b']] },
  'a type and no body': { status: 200, headers: [['Content-Type', 'application/json']] },
  'a type that is none': { status: 200, headers: [['Content-Type', '///']] },
  'a body that nobody asked for': { status: 200, body: '{"device_id":"other"}', headers: [device('known')] },
  'a body of no known encoding': { status: 200, body: 'x', headers: [['Content-Encoding', 'zstd']] },
  'an encoding and no body': { status: 200, headers: [['Content-Encoding', 'gzip']] },
  'an unknown encoding and no body': { status: 200, headers: [['Content-Encoding', 'zstd']] },
  'a length of nothing': { status: 200, headers: [['Content-Length', '0']] },
  'a range': { status: 200, headers: [['Range', 'bytes=0-3']] },
  'expecting to be told to go on': { status: 200, headers: [['Expect', '100-continue']] },
  'expecting something else': { status: 200, headers: [['Expect', 'nothing']] },
  'wishing to upgrade': {
    status: 200,
    headers: [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
    ],
  },
  'no key': { status: 401, key: () => [] },
  'an empty key': { status: 401, key: () => [['Authorization', '']] },
  'a key without a scheme': { status: 401, key: () => [['Authorization', project.publishable]] },
  'another scheme': { status: 401, key: () => [['Authorization', `Basic ${project.publishable}`]] },
  'a mistyped key': { status: 401, key: () => [bearer(`${project.publishable}x`)] },
  'a key in the header of OpenFeature': { status: 401, key: () => [['X-API-Key', project.publishable]] },
  'a cookie and no key': { status: 401, key: () => [['Cookie', 'lamppost_session=x']] },
  'a dev key': { status: 403, key: () => [bearer(project.keys.production.dev)] },
  'the operator token': { status: 403, key: () => [bearer(server.bootstrap.operator_token)] },
  'only the head': { status: 200, method: 'HEAD', headers: [device('known')] },
  'only the head, known': { status: 304, method: 'HEAD', headers: [device('known'), ['If-None-Match', '<tag>']] },
  'a preflight': {
    status: 204,
    method: 'OPTIONS',
    key: () => [],
    headers: [
      ['Origin', 'https://app.example'],
      ['Access-Control-Request-Method', 'GET'],
    ],
  },
  'another method': { status: 404, method: 'POST', body: '{}' },
  'a method nobody uses': { status: 404, method: 'DELETE' },
};

/** Tags are known when the server is up. */
function filled({ key, headers = [], ...request }: Case): Request {
  const own = headers.map(
    ([name, value]): Header => [name, value.replace('<tag>', tag).replace('<bare>', tag.slice(1, -1))],
  );
  return { ...request, headers: [...(key?.() ?? [bearer(project.publishable)]), ...own] };
}

describe('the same on every way in', () => {
  for (const [name, request] of Object.entries(cases)) {
    test(`${name}: ${request.status}`, async () => {
      expect((await expectSame(filled(request))).status).toBe(request.status);
    });
  }

  const ids = fc.oneof(
    fc.constantFrom('known', 'ünï', utf8('ünï'), 'a, b', 'nobody', '', ' known ', 'known\tx'),
    fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 10 }).map(utf8),
  );
  const tagList = fc
    .array(fc.constantFrom('<tag>', 'W/<tag>', '"other"', 'W/"other"', '*', '""', '"', ',', '<bare>', 'w/<tag>'))
    .map((tags) => tags.join(', '));
  const keys = fc.constantFrom(
    () => [bearer(project.publishable)],
    () => [bearer(project.secret)],
    () => [bearer(project.keys.development.publishable)],
    () => [bearer(project.publishable), bearer(project.keys.development.publishable)],
    () => [bearer(project.keys.production.dev)],
    () => [bearer('lp_pub_production_nonsense')],
    () => [],
  );
  const odd = fc.record({
    name: fc.constantFrom('Accept', 'Accept-Encoding', 'Cache-Control', 'Content-Encoding', 'Content-Type', 'Cookie'),
    value: fc.constantFrom('*/*', 'gzip', 'no-cache', 'br, gzip', 'application/json', 'identity', 'a=b', '', 'zstd'),
  });
  const request: fc.Arbitrary<Case> = fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'PUT'),
      key: keys,
      devices: fc.array(ids, { maxLength: 2 }),
      tags: fc.array(tagList, { maxLength: 2 }),
      odds: fc.array(odd, { maxLength: 3 }),
      body: fc.constantFrom('', '', '{}', 'no JSON'),
    })
    .map(({ method, key, devices, tags, odds, body }) => ({
      ...{ status: 0, method, key, body },
      headers: [
        ...devices.map(device),
        ...tags.map((value): Header => ['If-None-Match', value]),
        ...odds.map(({ name, value }): Header => [name, value]),
      ],
    }));

  test('whatever is asked', { timeout: 600_000 }, async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        statuses.add((await expectSame(filled(asked))).status);
      }),
      { numRuns: isLong ? 3_000 : 150, seed: 20_261_115, endOnFailure: true },
    );
    expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 304, 401, 403, 404]));
  });
});

describe('an identity in the query', () => {
  const asked = (path: string, ...headers: readonly Header[]): Promise<Described> =>
    send(path, { headers: [bearer(project.publishable), ...headers] });

  for (const id of ['known', 'ünï', 'a, b', 'nobody', '%', '+', 'a&b=c', '💡']) {
    test(`${JSON.stringify(id)} is the one in the header`, async () => {
      const expected = await asked(short, device(utf8(id)));
      expect(await asked(`${short}?device_id=${encodeURIComponent(id)}`)).toEqual(expected);
      expect(await asked(`//v1/config?x=%zz&device_id=${encodeURIComponent(id)}&y`)).toEqual(expected);
    });
  }

  test('loses against the header, and counts as none when it is empty', async () => {
    const expected = await asked(short, device('known'));
    expect(await asked(`${short}?device_id=other`, device('known'))).toEqual(expected);
    expect(await asked(`${short}?device_id=&user_id=&platform=`, device('known'))).toEqual(expected);
    expect(await asked(`${short}?`, device('known'))).toEqual(expected);
    expect(await asked(`${short}?device_id=`)).toEqual(await asked(short));
  });

  test('that is there twice is refused, by its name', async () => {
    for (const field of ['device_id', 'user_id', 'anonymous_id', 'platform', 'app_version', 'locale', 'country']) {
      const { status, text } = await asked(`${short}?${field}=a&${field}=b`);
      expect([field, status, Object.keys(errorsIn(text))]).toEqual([field, 400, [field]]);
    }
  });

  test('of a user who is known is served as that user, and never told that nothing changed for another', async () => {
    const known = await asked(`${short}?user_id=user%20of%20known`);
    expect(flagsIn(known.text)).toMatchObject({ banner: 'pro' });
    const { text } = await asked(`${short}?user_id=somebody`, ['If-None-Match', etagOf(known)]);
    expect(flagsIn(text)).toMatchObject({ banner: 'none' });
  });
});

test('a spent request rate is reported alike on every way in, with and without a tag', async () => {
  const spent = await TestProject.create(server, 'free');
  const headers = [bearer(spent.publishable), device('d')];
  await Promise.all(Array.from({ length: 60 }, () => send(short, { headers })));
  const refused = await expectSame({ headers });
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('RATE_LIMIT_EXCEEDED')]);
  expect((await expectSame({ headers: [...headers, ['If-None-Match', '*']] })).status).toBe(429);
});

test('a revoked key is refused alike on every way in', async () => {
  const admin = new Admin(project);
  const key = await admin.done<{ id: string; key: string }>('POST', '/v1/keys', {
    ...{ kind: 'publishable', environment_id: 'production', name: 'soon gone' },
  });
  expect((await expectSame({ headers: [bearer(key.key)] })).status).toBe(200);
  expect((await admin.call('DELETE', `/v1/keys/${key.id}`)).status).toBe(204);
  expect((await expectSame({ headers: [bearer(key.key)] })).status).toBe(401);
});

const flagsIn = (text: string): ConfigData['flags'] => (JSON.parse(text) as { data: ConfigData }).data.flags;
const etagOf = ({ headers }: Described): string => headers.find(([name]) => name === 'etag')?.[1] ?? '';
const errorsIn = (text: string): object =>
  (JSON.parse(text) as { error: { details: { fieldErrors: object } } }).error.details.fieldErrors;
