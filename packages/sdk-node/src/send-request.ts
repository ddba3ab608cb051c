import { type Agent, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { HttpResponse, PlatformRequest } from '@lamppost/sdk-core';

/** No response of Lamppost's is longer, but for rulesets. */
const MAX_RESPONSE_BYTES = 64 * 1_048_576;

const textOf = async (response: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('the response is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

/** One request over node:http, which keeps connections alive and the process only until it is answered. */
export function sendRequest(
  url: string,
  { headers, body, timeoutMs = 10_000 }: PlatformRequest,
  agent?: Agent | undefined,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? overHttps : overHttp;
    const signal = AbortSignal.timeout(timeoutMs);
    const method = body === undefined ? 'GET' : 'POST';
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const request = send(url, { method, headers: { ...headers, ...type, ...length }, signal, agent }, (response) => {
      textOf(response).then((text) => {
        const get = (name: string): string | null => {
          const value = response.headers[name.toLowerCase()];
          return Array.isArray(value) ? value.join(', ') : (value ?? null);
        };
        resolve({ status: response.statusCode ?? 0, headers: { get }, text: async () => text });
      }, reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
