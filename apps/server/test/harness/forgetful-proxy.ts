import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How the proxy makes a request arrive twice: by losing an answer, or, for clients that never repeat, by itself. */
type Fault = 'lost answer' | 'sent twice';

/** In front of a server: what is posted to each path arrives twice, the first time it is posted. */
export class ForgetfulProxy {
  readonly url: string;
  readonly repeated: string[] = [];
  readonly #close: () => void;

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.#close = close;
  }

  static async start(upstream: string, fault: Fault = 'lost answer'): Promise<ForgetfulProxy> {
    const server = createServer((request, response) => {
      const path = (request.url ?? '').replace(/\?.*$/, '');
      const handOn = async (): Promise<void> => {
        const body = await buffer(request);
        const answer = await send(upstream, request, body);
        const takesData = request.method === 'POST' && answer.status === 200 && !/flags|decide/.test(path);
        const isFirst = takesData && !proxy.repeated.includes(path);
        if (takesData && (fault === 'sent twice' || isFirst)) {
          proxy.repeated.push(path);
          if (fault === 'sent twice') await send(upstream, request, body);
          else answer.status = 503;
        }
        response.writeHead(answer.status, { ...answer.headers, 'Retry-After': '0' }).end(answer.body);
      };
      handOn().catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const proxy = new ForgetfulProxy(`http://127.0.0.1:${port}`, () => {
      server.close();
      server.closeAllConnections();
    });
    return proxy;
  }

  close(): void {
    this.#close();
  }
}

async function send(upstream: string, { method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers;
  const init = {
    method,
    headers: kept as Record<string, string>,
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  };
  const answer = await fetch(new URL(url, upstream), init);
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-length')),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
