import { Agent, request } from 'node:http';

export interface FullResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface RequestToSend {
  readonly method?: string | undefined;
  readonly headers?: RequestInit['headers'] | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The server closes connections that have been idle for longer than that; one that it is closing is not reused. */
const MAX_IDLE_MS = 30_000;
const agent = new Agent({ keepAlive: true, timeout: MAX_IDLE_MS });

/** One request and all of its answer. `fetch` takes several times the time of the processor, which servers need. */
export function sendRequest(url: string, init: RequestToSend = {}): Promise<FullResponse> {
  const { method = 'GET', body, signal } = init;
  const headers = new Headers(init.headers);
  if (typeof body === 'string' && !headers.has('Content-Type')) headers.set('Content-Type', 'text/plain;charset=UTF-8');
  if (body !== undefined) headers.set('Content-Length', String(Buffer.byteLength(body)));
  else if (method !== 'GET' && method !== 'HEAD') headers.set('Content-Length', '0');
  const options = { method, agent, headers: Object.fromEntries(headers), ...(signal && { signal }) };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const received = new Headers();
        const { rawHeaders, statusCode = 0 } = response;
        for (let at = 0; at < rawHeaders.length; at += 2)
          received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
        resolve({ status: statusCode, headers: received, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Closes the connections to a server that nothing is sent over: one that stops waits a second for idle clients. */
export function hangUp(url: string): void {
  const { hostname: host, port } = new URL(url);
  const idle = agent.freeSockets[agent.getName({ host, port: Number(port) })] ?? [];
  for (const socket of [...idle]) socket.destroy();
}
