import { expect, test } from 'vitest';
import { readS3Settings } from './read-s3-settings.ts';
import { readSettings } from './read-settings.ts';

const keys = { LP_S3_BUCKET: 'files', LP_S3_ACCESS_KEY_ID: 'AKIA', LP_S3_SECRET_ACCESS_KEY: 'hidden-secret' };
const read = (environment: Record<string, string>) => readS3Settings(readSettings(environment));

test('without a bucket there is no S3', () => {
  expect(read({})).toBeUndefined();
});

test('a bucket and its keys are Amazon, with the bucket in the host name', () => {
  expect(read({ ...keys, LP_S3_REGION: 'eu-west-1' })).toEqual({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    bucket: 'files',
    region: 'eu-west-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'hidden-secret',
    prefix: '',
    isPathStyle: false,
  });
});

test('at an endpoint of its own the bucket is in the path, unless told otherwise', () => {
  const own = { ...keys, LP_S3_ENDPOINT: 'http://minio:9000', LP_S3_PREFIX: 'lamppost' };
  expect(read(own)).toMatchObject({ endpoint: 'http://minio:9000', prefix: 'lamppost/', isPathStyle: true });
  expect(read({ ...own, LP_S3_PATH_STYLE: 'false' })).toMatchObject({ isPathStyle: false });
  expect(read({ ...keys, LP_S3_BUCKET: 'files.example' })).toMatchObject({ isPathStyle: true });
});

const mistakes: [string, Record<string, string>, string[]][] = [
  ['keys without a bucket', { LP_S3_ACCESS_KEY_ID: 'a' }, ['LP_S3_ACCESS_KEY_ID is set but LP_S3_BUCKET is not']],
  ['a bucket without keys', { LP_S3_BUCKET: 'files' }, ['needs LP_S3_ACCESS_KEY_ID', 'needs LP_S3_SECRET_ACCESS_KEY']],
  ['a bucket that cannot be', { ...keys, LP_S3_BUCKET: 'My Files' }, ['LP_S3_BUCKET must be the name of a bucket']],
  ['a region that cannot be', { ...keys, LP_S3_REGION: 'eu/../x' }, ['LP_S3_REGION must be']],
  ['a prefix that climbs', { ...keys, LP_S3_PREFIX: 'a/../b' }, ['LP_S3_PREFIX must be']],
  ['a prefix that begins with /', { ...keys, LP_S3_PREFIX: '/a' }, ['LP_S3_PREFIX must be']],
  ['an endpoint with a path', { ...keys, LP_S3_ENDPOINT: 'https://s3.example/files' }, ['without a path']],
  [
    'an endpoint with a password',
    { ...keys, LP_S3_ENDPOINT: 'https://a:hidden-secret@s3' },
    ['must not contain a user'],
  ],
  [
    'a bucket in front of an address, and a bad prefix',
    { ...keys, LP_S3_ENDPOINT: 'http://10.0.0.1', LP_S3_PATH_STYLE: 'no', LP_S3_PREFIX: 'ä' },
    ['LP_S3_PREFIX must be', 'is an IP address'],
  ],
];
test.each(mistakes)('%s: a line for each mistake, without secrets', (_, environment, expected) => {
  let message = '';
  expect(() => {
    try {
      read(environment);
    } catch (error) {
      message = (error as Error).message;
      throw error;
    }
  }).toThrow(expect.objectContaining({ name: 'S3SettingsRefused' }));
  const lines = message.split('\n');
  expect(lines).toHaveLength(expected.length);
  for (const [at, text] of expected.entries()) expect(lines[at]).toContain(text);
  expect(message).not.toContain('hidden-secret');
});

test('an endpoint that is no URL is refused by name', () => {
  expect(() => read({ ...keys, LP_S3_ENDPOINT: 'ftp://x' })).toThrow(
    'LP_S3_ENDPOINT must start with https:// or http://',
  );
});
