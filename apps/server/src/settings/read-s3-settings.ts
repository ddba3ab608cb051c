import type { Settings } from './read-settings.ts';

/** Where the bucket is, and how it is opened. */
export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly prefix: string;
  readonly isPathStyle: boolean;
}

/** Settings of S3 that do not fit together; a line for each mistake. */
class S3SettingsRefused extends Error {
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'S3SettingsRefused';
  }
}

const needsBucket = {
  LP_S3_ENDPOINT: 's3Endpoint',
  LP_S3_ACCESS_KEY_ID: 's3AccessKeyId',
  LP_S3_SECRET_ACCESS_KEY: 's3SecretAccessKey',
} as const;

/** Undefined when there is no bucket. Values are not repeated where they could be secret. */
export function readS3Settings(settings: Settings): S3Settings | undefined {
  const { s3Bucket: bucket, s3Region: region, s3AccessKeyId, s3SecretAccessKey, s3Prefix: prefix } = settings;
  const mistakes = [...(bucket === undefined ? withoutBucket(settings) : mistakesOf(settings, bucket))];
  if (mistakes.length > 0) throw new S3SettingsRefused(mistakes);
  if (bucket === undefined || s3AccessKeyId === undefined || s3SecretAccessKey === undefined) return undefined;
  return {
    endpoint: settings.s3Endpoint ?? `https://s3.${region}.amazonaws.com`,
    bucket,
    region,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    // Names with dots are no part of a host name that a certificate is for.
    isPathStyle: settings.s3PathStyle ?? (settings.s3Endpoint !== undefined || bucket.includes('.')),
  };
}

function* withoutBucket(settings: Settings): Generator<string> {
  // They are for the bucket of the export.
  if (settings.exportTo?.startsWith('s3://') === true) return;
  for (const [variable, name] of Object.entries(needsBucket))
    if (settings[name] !== undefined) yield `${variable} is set but LP_S3_BUCKET is not: set both or neither.`;
}

function* mistakesOf(settings: Settings, bucket: string): Generator<string> {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    yield `LP_S3_BUCKET must be the name of a bucket (3 to 63 lower case letters, digits, dots and dashes), not "${bucket}".`;
  if (settings.s3AccessKeyId === undefined) yield 'LP_S3_BUCKET needs LP_S3_ACCESS_KEY_ID, which is not set.';
  if (settings.s3SecretAccessKey === undefined) yield 'LP_S3_BUCKET needs LP_S3_SECRET_ACCESS_KEY, which is not set.';
  if (!/^[a-z0-9-]{1,40}$/i.test(settings.s3Region))
    yield `LP_S3_REGION must be the name of a region such as eu-central-1, not "${settings.s3Region}".`;
  if (!/^[\w.-]*(?:\/[\w.-]+)*\/?$/.test(settings.s3Prefix) || /^\/|(?:^|\/)\.\.?(?:\/|$)/.test(settings.s3Prefix))
    yield 'LP_S3_PREFIX must be letters, digits and . _ - with single slashes between them, such as lamppost/files/.';
  if (settings.s3Endpoint !== undefined) yield* mistakesOfEndpoint(new URL(settings.s3Endpoint), settings.s3PathStyle);
}

function* mistakesOfEndpoint(url: URL, isPathStyle: boolean | undefined): Generator<string> {
  if (url.username !== '' || url.password !== '')
    yield 'LP_S3_ENDPOINT must not contain a user or password: use LP_S3_ACCESS_KEY_ID and LP_S3_SECRET_ACCESS_KEY.';
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    yield 'LP_S3_ENDPOINT must be a scheme, a host and optionally a port, without a path: set the bucket in LP_S3_BUCKET.';
  if (isPathStyle === false && /^(?:[\d.]+|\[.*\])$/.test(url.hostname))
    yield 'LP_S3_PATH_STYLE is false, but the host of LP_S3_ENDPOINT is an IP address: the bucket cannot be part of it.';
}
