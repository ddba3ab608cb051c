import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signRequest } from './sign-request.ts';

/** The examples of "Authenticating Requests: Using the Authorization Header" in the Amazon S3 API reference. */
const credentials = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const base = 'https://examplebucket.s3.amazonaws.com';
const cases = [
  {
    name: 'GET of an object with a range',
    method: 'GET',
    path: '/test.txt',
    headers: { range: 'bytes=0-9' },
    body: '',
    signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT of an object whose name needs encoding',
    method: 'PUT',
    path: '/test%24file.text',
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    body: 'Welcome to Amazon S3.',
    signedHeaders: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'GET with a query parameter without a value',
    method: 'GET',
    path: '/?lifecycle',
    headers: {},
    body: '',
    signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'GET with query parameters',
    method: 'GET',
    path: '/?max-keys=2&prefix=J',
    headers: {},
    body: '',
    signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

test.each(cases)('signRequest: $name', ({ method, path, headers, body, signedHeaders, signature }) => {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const request = { method, url: new URL(base + path), headers, sha256 };
  const { authorization } = signRequest(request, credentials, Date.UTC(2013, 4, 24));
  expect(authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  );
});
