import { checkedContent } from '../checked-content.ts';
import { type FileStorage, FileStorageUnavailable, type StoredFile } from '../file-storage.ts';
import { describeLocalFile, type LocalFile, partsOf } from '../local-file.ts';
import { S3Client, type S3Download, type S3Options } from './s3-client.ts';
import { S3Trouble } from './s3-failure.ts';
import { readListPage, readUploadId } from './s3-xml.ts';

const MiB = 1024 * 1024;
/** Above it a file is sent in parts, each of which is tried again by itself. */
const MAX_SINGLE_BYTES = 16 * MiB;
const PART_BYTES = 8 * MiB;
const MAX_PARTS = 10_000;
const SHA256_HEADER = 'x-amz-meta-sha256';

/** Files as objects of a bucket of Amazon S3, or of anything that speaks like it. */
export class S3FileStorage implements FileStorage {
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor(options: S3Options) {
    this.#client = new S3Client(options);
    this.#prefix = options.prefix;
  }

  async put(name: string, path: string): Promise<void> {
    const file = await describeLocalFile(path);
    if (file.bytes > MAX_SINGLE_BYTES) await this.#putInParts(this.#prefix + name, path, file);
    else await this.#putWhole(this.#prefix + name, path, file);
  }

  async read(name: string): Promise<AsyncIterable<Buffer> | undefined> {
    const key = this.#prefix + name;
    const download = await this.#client.download(key);
    if (download === undefined) return undefined;
    const pieces = this.#resumed(key, download);
    const sha256 = download.headers[SHA256_HEADER];
    // One that was copied here by hand has no hash; who reads it has another.
    return typeof sha256 !== 'string' ? pieces : checkedContent(name, sha256, pieces);
  }

  async find(name: string): Promise<StoredFile | undefined> {
    const { status, headers } = await this.#client.send({ method: 'HEAD', key: this.#prefix + name });
    if (status === 404) return undefined;
    const storedAtMs = Date.parse(headers['last-modified'] ?? '');
    return { name, bytes: Number(headers['content-length']), storedAtMs };
  }

  async list(prefix: string): Promise<readonly StoredFile[]> {
    const found: StoredFile[] = [];
    let next: string | undefined;
    do {
      const token = next === undefined ? {} : { 'continuation-token': next };
      const query = { 'list-type': '2', prefix: this.#prefix + prefix, ...token };
      const page = readListPage((await this.#client.send({ method: 'GET', query })).text);
      for (const { key, ...rest } of page.objects) found.push({ name: key.slice(this.#prefix.length), ...rest });
      next = page.next;
    } while (next !== undefined);
    return found;
  }

  async remove(name: string): Promise<void> {
    await this.#client.send({ method: 'DELETE', key: this.#prefix + name });
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  async #putWhole(key: string, path: string, { bytes, sha256 }: LocalFile): Promise<void> {
    for await (const { content } of partsOf(path, bytes + 1)) {
      const headers = { [SHA256_HEADER]: sha256 };
      await this.#client.send({ method: 'PUT', key, headers, body: content, sha256 });
    }
  }

  async #putInParts(key: string, path: string, { bytes, sha256 }: LocalFile): Promise<void> {
    const headers = { [SHA256_HEADER]: sha256 };
    const begun = await this.#client.send({ method: 'POST', key, query: { uploads: '' }, headers });
    const uploadId = readUploadId(begun.text);
    try {
      const tags: string[] = [];
      for await (const part of partsOf(path, Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS)))) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const sent = { body: part.content, sha256: part.sha256 };
        const { status, headers: answered } = await this.#client.send({ method: 'PUT', key, query, ...sent });
        if (status === 404) throw new S3Trouble('The file storage aborted an upload.');
        tags.push(answered.etag ?? '');
      }
      await this.#complete(key, uploadId, tags, sha256);
    } catch (error) {
      // A storage that is away keeps the parts until a rule of the bucket removes them; nobody sees them.
      await this.#client.send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  async #complete(key: string, uploadId: string, tags: readonly string[], sha256: string): Promise<void> {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const { status } = await this.#client.send({ method: 'POST', key, query: { uploadId }, body });
    if (status !== 404) return;
    // The answer to an earlier attempt was lost, or somebody has ended the upload.
    const { headers } = await this.#client.send({ method: 'HEAD', key });
    if (headers[SHA256_HEADER] !== sha256) throw new S3Trouble('The file storage aborted an upload.');
  }

  /** Goes on where a download broke off, as long as it is the same object. */
  async *#resumed(key: string, first: S3Download): AsyncGenerator<Buffer> {
    const bytes = Number(first.headers['content-length']);
    const tag = first.headers.etag;
    let [download, at]: [S3Download, number] = [first, 0];
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const piece of download.pieces) {
          at += piece.length;
          yield piece;
        }
        if (at === bytes) return;
        throw new S3Trouble('The file storage aborted a download.');
      } catch (error) {
        if (!(error instanceof S3Trouble) || attempt >= this.#client.attempts || tag === undefined) throw error;
      }
      await this.#client.pause(attempt);
      const rest = await this.#client.download(key, { range: `bytes=${at}-`, 'if-match': tag });
      if (rest === undefined) throw new FileStorageUnavailable('A stored file was removed while it was being read.');
      download = rest;
    }
  }
}
