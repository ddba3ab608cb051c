import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface UnsignedRequest {
  readonly method: string;
  /** As it is sent, with the host, an encoded path and an encoded query. */
  readonly url: URL;
  /** All of these are signed; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body. */
  readonly sha256: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The headers that go with the request, by AWS Signature Version 4. */
export function signRequest(
  { method, url, headers: given, sha256 }: UnsignedRequest,
  { region, accessKeyId, secretAccessKey }: S3Credentials,
  atMs: number,
): Record<string, string> {
  const time = `${new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const day = time.slice(0, 8);
  const headers = { ...given, 'x-amz-content-sha256': sha256, 'x-amz-date': time };
  const signed = Object.entries({ ...headers, host: url.host }).sort(byName);
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    sha256,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = [ALGORITHM, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

/** Everything but letters, digits and `-._~`, and `/` where it separates. */
export function encodeS3(text: string, isPath = false): string {
  const encoded = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return isPath ? encoded.replaceAll('%2F', '/') : encoded;
}

function canonicalQuery({ searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]): [string, string] => [encodeS3(name), encodeS3(value)]);
  return pairs
    .sort(byName)
    .map((pair) => pair.join('='))
    .join('&');
}

const byName = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : Number(a > b));
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
