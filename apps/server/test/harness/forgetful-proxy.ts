import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** In front of a server: it hands on every request, and loses the first answer on each path that takes data, so that clients repeat it. */
export class ForgetfulProxy {
  readonly url: string;
  readonly lost: string[] = [];
  readonly #close: () => void;

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.#close = close;
  }

  static async start(upstream: string): Promise<ForgetfulProxy> {
    const server = createServer((request, response) => {
      const { method = 'GET', headers, url = '/' } = request;
      const handedOn = send(new URL(url, upstream), { method, headers }, (answer: IncomingMessage) => {
        const path = url.replace(/\?.*$/, '');
        if (method === 'POST' && answer.statusCode === 200 && !/flags|decide/.test(path) && !proxy.lost.includes(path)) {
          proxy.lost.push(path);
          answer.resume();
          response.writeHead(503, { 'Retry-After': '0', 'Access-Control-Allow-Origin': '*' }).end();
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      handedOn.on('error', () => response.destroy());
      request.pipe(handedOn);
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
