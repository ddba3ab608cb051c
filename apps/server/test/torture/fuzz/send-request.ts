import { type Agent, request as httpRequest } from 'node:http';
import type { FuzzRequest } from './build-request.ts';
import type { World } from './world.ts';

export interface FuzzResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly tookMs: number;
}

const MAX_BODY_BYTES = 4_000_000;
const TIMEOUT_MS = 60_000;

/** Sends it as it is: fetch would put paths, headers and methods right. A stream is left as soon as it begins. */
export function sendRequest(world: World, agent: Agent, request: FuzzRequest): Promise<FuzzResponse> {
  const body = request.body === undefined ? undefined : filledBody(world, request.body);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      world.server.url,
      {
        agent,
        method: request.method,
        path: world.filledIn(request.path),
        timeout: TIMEOUT_MS,
        headers: {
          ...world.headers[request.caller],
          ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, world.filledIn(value)])),
          ...(body === undefined ? {} : { 'content-length': body.length }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const finish = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
            tookMs: performance.now() - startedAt,
          });
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
          finish();
          sent.destroy();
          return;
        }
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
        });
        response.on('end', finish);
        response.on('error', reject);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`No answer within ${TIMEOUT_MS} ms`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

function filledBody(world: World, base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  // Latin-1 keeps every byte as it is.
  const text = bytes.toString('latin1');
  return text.includes('%o') ? Buffer.from(world.filledIn(text), 'latin1') : bytes;
}
