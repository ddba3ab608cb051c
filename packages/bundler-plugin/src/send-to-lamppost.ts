import { setTimeout as sleep } from 'node:timers/promises';

export interface Destination {
  readonly url: string;
  readonly key: string;
}

export interface Sent {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const ATTEMPTS = 4;
const TIMEOUT_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

/** POSTs until it is taken or refused. Throws an error that a person can read. */
export async function sendToLamppost({ url, key }: Destination, path: string, { body, headers }: Sent): Promise<void> {
  if (!URL.canParse(url)) throw new Error(`"${url}" is not an address, such as https://lamppost.example.com`);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await post(`${url.replace(/\/+$/, '')}${path}`, body, {
      ...headers,
      Authorization: `Bearer ${key}`,
    });
    if (outcome === undefined) return;
    if (!outcome.isWorthRepeating || attempt === ATTEMPTS) throw new Error(outcome.message);
    await sleep(Math.min(MAX_DELAY_MS, outcome.retryAfterMs ?? FIRST_DELAY_MS * 2 ** (attempt - 1)));
  }
}

interface Failure {
  readonly message: string;
  readonly isWorthRepeating: boolean;
  readonly retryAfterMs?: number;
}

async function post(url: string, body: Sent['body'], headers: Record<string, string>): Promise<Failure | undefined> {
  let response: Response;
  let text: string;
  try {
    // A redirect would turn it into a GET, or hand the key to another host.
    response = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch (error) {
    return { message: `cannot reach ${new URL(url).origin}: ${reasonOf(error)}`, isWorthRepeating: true };
  }
  if (response.ok) return undefined;
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    message: refusalOf(response, text),
    isWorthRepeating: response.status === 429 || response.status >= 500,
    ...(Number.isFinite(retryAfterSeconds) && { retryAfterMs: retryAfterSeconds * 1_000 }),
  };
}

function refusalOf({ status, headers }: Response, text: string): string {
  const location = headers.get('location');
  if (location !== null) return `the server redirects to ${location}: use that address`;
  let message: unknown;
  try {
    message = JSON.parse(text).error.message;
  } catch {
    message = 'is this the address of a Lamppost server?';
  }
  return `the server answered ${status}: ${message}`;
}

function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'it took too long to answer';
  return cause?.code ?? cause?.message ?? message;
}
