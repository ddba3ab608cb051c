import { gzipSync } from 'node:zlib';

const screens = ['home', 'search', 'product', 'cart', 'checkout', 'profile', 'settings'];
const names = ['$screen', 'product_viewed', 'cart_changed', 'search_done', 'button_pressed', 'purchase_completed'];
const versions = ['5.2.0', '5.2.1', '5.3.0'];

/** A small generator of its own, so that every run sends the same. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = <T>(from: readonly T[], next: () => number): T => from[Math.floor(next() * from.length)] as T;

/** Skewed: few users are busy, most are not. */
const userOf = (next: () => number): string => `user-${Math.floor(next() ** 3 * 200_000)}`;

function event(next: () => number, id: string) {
  const user = userOf(next);
  return {
    type: 'track',
    event: pick(names, next),
    event_id: id,
    timestamp: new Date(Date.now() - Math.floor(next() * 60_000)).toISOString(),
    properties: {
      screen: pick(screens, next),
      product_id: Math.floor(next() ** 2 * 50_000),
      price: Math.round(next() * 10_000) / 100,
      currency: 'EUR',
      is_member: next() < 0.3,
      position: Math.floor(next() * 40),
      referrer: pick(['push', 'search', 'home', 'link'], next),
    },
    context: {
      user: { id: user, anonymous_id: `anon-${user}` },
      session: { id: `s-${Math.floor(next() * 1e9).toString(36)}` },
    },
  };
}

const sharedContext = (next: () => number) => ({
  device: {
    id: `d-${Math.floor(next() * 1e6)}`,
    platform: 'ios',
    model: 'iPhone15,3',
    os_name: 'iOS',
    os_version: '18.1',
    locale: 'de-DE',
    country: 'DE',
    timezone: 'Europe/Berlin',
  },
  app: { version: pick(versions, next), build: '4711', namespace: 'com.example.shop', build_channel: 'production' },
  sdk: { name: 'lamppost-swift', version: '1.4.2' },
  flags: { new_checkout: true, search_v2: 'b' },
});

const idLength = 36;
const idMark = '#'.repeat(idLength);

export interface IngestRequests {
  readonly next: () => Buffer;
  readonly bodyBytes: number;
}

export interface IngestRequestOptions {
  readonly events: number;
  readonly key: string;
  readonly isGzip?: boolean;
  readonly variants?: number;
  readonly path?: string;
}

/** Requests whose event ids are new each time: written into prepared bytes, so that making one costs the client nothing. */
export function ingestRequests({
  events,
  key,
  isGzip = false,
  variants = 64,
  path = '/v1/ingest',
}: IngestRequestOptions): IngestRequests {
  const next = random(events * 31 + 7);
  let count = 0;
  const tag = Math.floor(Date.now() % 2 ** 32)
    .toString(16)
    .padStart(8, '0');
  const freshId = () => {
    count += 1;
    const hex = count.toString(16).padStart(24, '0');
    return `${tag}-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(12)}`;
  };
  const bodies = Array.from({ length: variants }, () =>
    JSON.stringify({
      batch: Array.from({ length: events }, () => event(next, idMark)),
      context: sharedContext(next),
      sent_at: new Date().toISOString(),
    }),
  );
  if (isGzip) {
    // Compressed bodies cannot be patched; enough of them are made beforehand that repeats are rare.
    const zipped = bodies.flatMap((body) =>
      Array.from({ length: 16 }, () => request(key, path, gzipSync(withIds(body, freshId)), 'gzip')),
    );
    let at = 0;
    return { next: () => zipped[at++ % zipped.length] as Buffer, bodyBytes: Buffer.byteLength(bodies[0] ?? '') };
  }
  const prepared = bodies.map((body) => {
    const bytes = request(key, path, Buffer.from(body));
    const places: number[] = [];
    for (let at = bytes.indexOf(idMark); at >= 0; at = bytes.indexOf(idMark, at + idLength)) places.push(at);
    return { bytes, places };
  });
  let at = 0;
  return {
    next: () => {
      const { bytes, places } = prepared[at++ % prepared.length] as (typeof prepared)[number];
      const copy = Buffer.from(bytes);
      for (const place of places) copy.write(freshId(), place, 'latin1');
      return copy;
    },
    bodyBytes: Buffer.byteLength(bodies[0] ?? ''),
  };
}

const withIds = (body: string, freshId: () => string): string => body.replaceAll(idMark, freshId);

export function request(key: string, path: string, body: Buffer, encoding?: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
    `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), body]);
}

export function get(key: string, path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ];
  return Buffer.from(lines.join('\r\n'));
}
