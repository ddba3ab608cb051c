import type { Connection, Sourced } from '../config/connection.ts';
import { readKey } from '../config/key-kind.ts';
import { CliError } from '../exit/cli-error.ts';
import { type ExitCode, exitCodes } from '../exit/exit-codes.ts';
import type { HttpAnswer } from './send-http.ts';

interface Envelope {
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly fieldErrors?: Readonly<Record<string, readonly string[]>>; readonly reason?: string };
}

/** A refusal of the server. */
export class ApiFailure extends CliError {
  readonly status: number;
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, error: Envelope | undefined, retryAfterSeconds: number | undefined, hint?: string) {
    const message = error?.message ?? `The server answered with status ${status}.`;
    super(message, {
      exitCode: exitCodeOf(status),
      code: error?.details?.reason ?? error?.code ?? `HTTP_${status}`,
      // One fault is often the message itself.
      details: Object.entries(error?.details?.fieldErrors ?? {})
        .map(([field, what]) => `${field}: ${what.join('; ')}`)
        .filter((line) => !message.includes(line)),
      hint,
    });
    this.status = status;
    this.reason = error?.details?.reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Reads the error envelope, and makes do where something else answered, such as a proxy. */
export async function failureOf(response: HttpAnswer, credential: Sourced | undefined): Promise<ApiFailure> {
  const error = envelopeOf(await response.text());
  const retryAfter = Number(response.header('retry-after') ?? Number.NaN);
  return new ApiFailure(
    response.status,
    error,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
    hintOf(response.status, error, credential) ?? movedHint(response),
  );
}

function movedHint(response: HttpAnswer): string | undefined {
  const target = response.header('location');
  return target === undefined ? undefined : `It redirects to ${target}. Set --url or LP_URL to that address.`;
}

/** No answer at all. */
export function unreachable(connection: Connection, cause: unknown): CliError {
  const { value, source } = connection.url;
  return new CliError(`Cannot reach ${value} (${source}): ${reasonOf(cause)}.`, {
    exitCode: exitCodes.unreachable,
    code: 'UNREACHABLE',
    hint: 'Is the server running? Start it with "lamppost serve", or set another address with --url or LP_URL.',
    cause,
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be resolved right now',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no network',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (NODE_EXTRA_CA_CERTS names one to trust)',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

function reasonOf(cause: unknown): string {
  const error = cause as Error & { code?: string };
  if (error.name === 'TimeoutError') return 'it took too long to respond';
  return REASONS[error.code ?? ''] ?? (error.message || error.code || 'unknown reason').replace(/\.$/, '');
}

const CONFLICT_HINTS: Readonly<Record<string, string>> = {
  FLAG_KEY_EXISTS: 'Choose another key, or change that flag: lamppost flags set <key>',
  EXPERIMENT_NOT_DRAFT: 'Only a draft can be started: lamppost experiments list shows the status of each.',
  PROJECT_SLUG_EXISTS: 'Choose another slug: lamppost projects list shows the slugs in use.',
  ALREADY_MEMBER: 'Give them another role: lamppost members role <email> <role>',
  LAST_OWNER: 'Make another member an owner first: lamppost members role <email> owner',
};

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.denied;
  if (status === 404) return exitCodes.notFound;
  if (status === 409) return exitCodes.conflict;
  if (status === 429 || status >= 500) return exitCodes.unreachable;
  return status >= 400 ? exitCodes.invalid : exitCodes.failure;
}

function hintOf(status: number, error: Envelope | undefined, credential: Sourced | undefined): string | undefined {
  if (error === undefined && status === 404) return 'Is this the address of a Lamppost server? Check --url or LP_URL.';
  if (status === 401 && credential !== undefined) {
    const isMistyped = readKey(credential.value)?.hasChecksum === false;
    return isMistyped
      ? `The key of ${credential.source} has a wrong checksum: it is mistyped or incomplete. Copy it again.`
      : `The key of ${credential.source} is unknown or was revoked. Run "lamppost login" to get another one.`;
  }
  if (status === 409) return CONFLICT_HINTS[error?.details?.reason ?? ''];
  if (status === 429) return 'The limit of the plan is reached. Wait a moment and try again.';
  if (status >= 500) return 'Try again in a moment; "lamppost doctor" shows what is wrong.';
  return undefined;
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: Envelope };
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
