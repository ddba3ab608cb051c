import { FileStorageUnavailable } from '../file-storage.ts';

/** What went wrong may be gone the next time. */
export class S3Trouble extends FileStorageUnavailable {}

const RETRIED_CODES = new Set([
  'RequestTimeout',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'SlowDown',
  'OperationAborted',
]);

const advice: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'check LP_S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'check LP_S3_SECRET_ACCESS_KEY',
  AccessDenied: 'the access key must be allowed to list the bucket and to read, write and delete its objects',
  NoSuchBucket: 'check LP_S3_BUCKET, or create it',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  AuthorizationHeaderMalformed: 'check LP_S3_REGION',
};

/** The code of an error, of which the rest is never shown: it may repeat what was signed. */
export function codeOf(body: string): string | undefined {
  return /<Error>[\s\S]*?<Code>([\w.]{1,64})<\/Code>/.exec(body)?.[1];
}

export function refusalOf(method: string, status: number, code: string | undefined): FileStorageUnavailable {
  const what = `The file storage refused a ${method} (${[status, code].filter(Boolean).join(' ')})`;
  if (status === 429 || status >= 500 || RETRIED_CODES.has(code ?? '')) return new S3Trouble(`${what}.`);
  return new FileStorageUnavailable(`${what}: ${adviceFor(status, code)}.`);
}

function adviceFor(status: number, code: string | undefined): string {
  const known = advice[code ?? ''];
  if (known !== undefined) return known;
  if (status >= 300 && status < 400)
    return 'the bucket is in another region or at another address, check LP_S3_REGION and LP_S3_ENDPOINT';
  if (status === 401 || status === 403) return 'check LP_S3_ACCESS_KEY_ID and LP_S3_SECRET_ACCESS_KEY';
  return 'check the settings LP_S3_*';
}

/** Of a request that got no answer. */
export function troubleOf(error: unknown): S3Trouble {
  if (error instanceof S3Trouble) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException)?.code;
  const why = code ?? (cause instanceof Error ? cause.message : String(cause));
  return new S3Trouble(`The file storage cannot be reached: ${why}.`, { cause: error });
}
