import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { faultOfUrl } from './fault-of-url.ts';
import { OutboundFailure, TargetRefused } from './outbound-errors.ts';
import type { OutboundPolicy } from './outbound-policy.ts';
import { type ResolvedAddress, type ResolveName, resolveTarget } from './resolve-target.ts';

export interface OutboundPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For everything: the name, the connection, the answer. */
  readonly timeoutMs: number;
  /** More of the answer is not read. */
  readonly maxResponseBytes: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends a request to a target that a user chose. Bounded in time and memory whatever the target does; redirects are not
 * followed. Throws OutboundFailure where there is no status.
 */
export async function postBounded(
  post: OutboundPost,
  policy: OutboundPolicy,
  resolve?: ResolveName,
): Promise<OutboundResponse> {
  const fault = faultOfUrl(post.url, policy);
  if (fault !== undefined) throw new TargetRefused(`The URL ${fault}`);
  const url = new URL(post.url);
  const timeout = AbortSignal.timeout(post.timeoutMs);
  const deadline = post.signal === undefined ? timeout : AbortSignal.any([timeout, post.signal]);
  const late = `No response within ${post.timeoutMs / 1_000} seconds`;
  try {
    const addresses = await Promise.race([resolveTarget(url.hostname, policy, resolve), rejectedBy(deadline, late)]);
    return await send(post, url, addresses, deadline);
  } catch (error) {
    if (error instanceof OutboundFailure) throw error;
    throw new OutboundFailure(timeout.aborted ? late : reasonOf(error), { cause: error });
  }
}

function send(
  { headers, body, maxResponseBytes }: OutboundPost,
  url: URL,
  addresses: readonly ResolvedAddress[],
  deadline: AbortSignal,
): Promise<OutboundResponse> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = withResolvers<OutboundResponse>();
  let isAnswered = false;
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    lookup: only(addresses),
    agent: false,
    signal: deadline,
  });
  sent.on('error', (error) => {
    if (!isAnswered) reject(error);
  });
  sent.on('response', (response) => {
    isAnswered = true;
    const chunks: Buffer[] = [];
    let bytes = 0;
    // The status is what counts: an answer that is cut off, endless or too long still has one.
    const end = (): void => {
      const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxResponseBytes));
      resolve({ status: response.statusCode ?? 0, body: text });
      sent.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxResponseBytes) end();
    });
    response.on('end', end);
    response.on('error', end);
    response.on('close', end);
  });
  sent.end(body);
  return promise;
}

/** Connects to what was checked, whatever a name server says by now. */
function only(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
}

function rejectedBy(signal: AbortSignal, message: string): Promise<never> {
  const { promise, reject } = withResolvers<never>();
  signal.addEventListener('abort', () => reject(new OutboundFailure(message)), { once: true });
  // Its callers race it and see the failure; without a handler of its own, a late one would end the process.
  promise.catch(() => undefined);
  return promise;
}

function withResolvers<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** In words, for the errors that people meet. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed without a response',
  EPIPE: 'The connection was closed without a response',
  ENOTFOUND: 'The host could not be resolved',
  EAI_AGAIN: 'The host could not be resolved',
  EHOSTUNREACH: 'The host could not be reached',
  ENETUNREACH: 'The host could not be reached',
  CERT_HAS_EXPIRED: 'The certificate of the host has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is of another host',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the host cannot be verified',
};

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return REASONS[code ?? ''] ?? (message === undefined || message === '' ? 'The request failed' : message);
}
