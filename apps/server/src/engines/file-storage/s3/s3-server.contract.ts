import { createHash, createHmac, randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { S3Options } from './s3-client.ts';

interface StoredObject {
  readonly body: Buffer;
  readonly sha256: string | undefined;
  readonly modifiedAtMs: number;
}

interface Upload {
  readonly key: string;
  readonly sha256: string | undefined;
  readonly parts: Map<number, Buffer>;
}

/** What goes wrong with a request. */
export type S3Fault =
  /** No answer comes. */
  | 'silent'
  /** The connection breaks before the body has arrived. */
  | 'cut upload'
  /** It breaks in the middle of the answer. */
  | 'cut download'
  /** What was asked is done, and the answer is lost. */
  | 'lost answer'
  /** A byte of the answer is another one. */
  | 'damage'
  | { readonly status: number; readonly code: string };

export interface S3Call {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
}

/**
 * A server on loopback that behaves like S3 for one bucket, path style. Signatures are verified as Amazon describes it,
 * from the bytes of the request, with nothing of the signer that is tested. Tests make it fail with `fault`.
 */
export class S3TestServer {
  readonly bucket = 'lamppost-files';
  readonly region = 'eu-central-1';
  readonly accessKeyId = 'TESTACCESSKEYID';
  readonly secretAccessKey = 'test/secret+access/key';
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  readonly calls: S3Call[] = [];
  fault: (call: S3Call) => S3Fault | undefined = () => undefined;
  /** Objects in a page of a list. */
  pageSize = 1_000;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What its clients are given; they lose no time between attempts. */
  get options(): S3Options {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this;
    return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix: '', isPathStyle: true, retryMs: 1 };
  }

  /** Also again after `stop`, with what it held. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined));
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', search = ''] = (request.url ?? '').split('?');
    const [, bucket = '', ...rest] = path.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const call = { method: request.method ?? '', key, query: new URLSearchParams(search) };
    this.calls.push(call);
    const fault = this.fault(call);
    if (fault === 'cut upload') request.once('data', () => request.socket.destroy());
    if (fault === 'silent' || fault === 'cut upload') return;
    const body = await bodyOf(request).catch(() => undefined);
    if (body === undefined) return;
    const refusal = typeof fault === 'object' ? fault : this.#refusalOf(request, body, bucket);
    const reply = refusal === undefined ? this.#perform(call, request.headers, body) : refused(refusal);
    if (fault === 'lost answer') {
      request.socket.destroy();
      return;
    }
    const content = Buffer.from(reply.body);
    if (fault === 'damage') content[0] = (content[0] ?? 0) ^ 1;
    response.writeHead(reply.status, { ...reply.headers, 'content-length': content.length });
    if (call.method === 'HEAD') response.end();
    else if (fault === 'cut download')
      response.write(content.subarray(0, Math.floor(content.length / 2)), () => request.socket.destroy());
    else response.end(content);
  }

  #refusalOf(request: IncomingMessage, body: Buffer, bucket: string): Refusal | undefined {
    const authorization = request.headers.authorization ?? '';
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        authorization,
      );
    if (match === null) return { status: 403, code: 'AccessDenied' };
    const [, accessKeyId = '', day = '', region = '', names = '', signature = ''] = match;
    if (accessKeyId !== this.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
    if (region !== this.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
    const claimed = String(request.headers['x-amz-content-sha256']);
    if (claimed !== sha256Of(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
    const [path = '', search = ''] = (request.url ?? '').split('?');
    const query = search
      .split('&')
      .filter(Boolean)
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&');
    const headerLines = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
    const canonical = `${request.method}\n${path}\n${query}\n${headerLines.join('')}\n${names}\n${claimed}`;
    const time = String(request.headers['x-amz-date']);
    const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${sha256Of(canonical)}`;
    let key = createHmac('sha256', `AWS4${this.secretAccessKey}`).update(day).digest();
    for (const step of [region, 's3', 'aws4_request']) key = createHmac('sha256', key).update(step).digest();
    const expected = createHmac('sha256', key).update(text).digest('hex');
    const required = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
    const isAllSigned = required.every((name) => names.split(';').includes(name));
    if (expected !== signature || !isAllSigned) return { status: 403, code: 'SignatureDoesNotMatch' };
    return bucket === this.bucket ? undefined : { status: 404, code: 'NoSuchBucket' };
  }

  #perform({ method, key, query }: S3Call, headers: IncomingHttpHeaders, body: Buffer): Reply {
    const sha256 = headers['x-amz-meta-sha256'] as string | undefined;
    const uploadId = query.get('uploadId');
    if (query.has('uploads')) {
      const id = randomUUID();
      this.uploads.set(id, { key, sha256, parts: new Map() });
      return done(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (uploadId !== null) return this.#continue(uploadId, method, query, body);
    if (method === 'GET' && key === '') return done(this.#list(query));
    if (method === 'PUT') {
      this.objects.set(key, { body, sha256, modifiedAtMs: Date.now() });
      return done('', { etag: tagOf(body) });
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return done();
    }
    const object = this.objects.get(key);
    return object === undefined ? refused({ status: 404, code: 'NoSuchKey' }) : sent(object, headers);
  }

  #continue(uploadId: string, method: string, query: URLSearchParams, body: Buffer): Reply {
    const upload = this.uploads.get(uploadId);
    if (upload === undefined) return refused({ status: 404, code: 'NoSuchUpload' });
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return done('', { etag: tagOf(body) });
    }
    if (method === 'POST') {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
      const parts = named.map(([, number, tag]) => ({ part: upload.parts.get(Number(number)), tag }));
      const isWhole = parts.length === upload.parts.size && parts.every(({ part, tag }) => part && tagOf(part) === tag);
      const isSmall = parts.slice(0, -1).some(({ part }) => (part?.length ?? 0) < 5 * 1024 * 1024);
      if (!isWhole) return refused({ status: 400, code: 'InvalidPart' });
      if (isSmall) return refused({ status: 400, code: 'EntityTooSmall' });
      const whole = Buffer.concat(parts.map(({ part }) => part ?? Buffer.alloc(0)));
      this.objects.set(upload.key, { body: whole, sha256: upload.sha256, modifiedAtMs: Date.now() });
    }
    this.uploads.delete(uploadId);
    return done('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }

  #list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const rest = keys.filter((key) => key > after);
    const page = rest.slice(0, this.pageSize);
    const rows = page.map((key) => {
      const { body, modifiedAtMs } = this.objects.get(key) as StoredObject;
      const modified = new Date(modifiedAtMs).toISOString();
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${modified}</LastModified><Size>${body.length}</Size></Contents>`;
    });
    const next = `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`;
    return `<ListBucketResult>${rows.join('')}${rest.length > page.length ? next : ''}</ListBucketResult>`;
  }
}

function sent({ body, sha256, modifiedAtMs }: StoredObject, headers: IncomingHttpHeaders): Reply {
  const etag = tagOf(body);
  const expected = headers['if-match'];
  if (expected !== undefined && expected !== etag) return refused({ status: 412, code: 'PreconditionFailed' });
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const meta = sha256 === undefined ? undefined : { 'x-amz-meta-sha256': sha256 };
  const told = { etag, 'last-modified': new Date(modifiedAtMs).toUTCString(), ...meta };
  return { status: from > 0 ? 206 : 200, headers: told, body: body.subarray(from) };
}

const done = (text = '', headers: Reply['headers'] = {}): Reply => ({ status: 200, headers, body: Buffer.from(text) });

/** Like S3, it repeats what it was given in the text of some errors. */
function refused({ status, code }: Refusal): Reply {
  const more = '<AWSAccessKeyId>TESTACCESSKEYID</AWSAccessKeyId><StringToSign>test/secret+access/key</StringToSign>';
  return { status, headers: {}, body: Buffer.from(`<Error><Code>${code}</Code>${more}</Error>`) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;');
const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;
const sha256Of = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex');
