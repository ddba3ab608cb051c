import { S3Trouble } from './s3-failure.ts';

interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  readonly storedAtMs: number;
}

interface ListPage {
  readonly objects: readonly ListedObject[];
  /** Undefined on the last one. */
  readonly next: string | undefined;
}

/** Of the answers of S3 we need the text of a few elements; they hold neither comments nor CDATA. */
export function readListPage(xml: string): ListPage {
  if (!xml.includes('<ListBucketResult'))
    throw new S3Trouble('The file storage returned an unexpected response to a list request.');
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, object = '']) => ({
    key: element(object, 'Key') ?? '',
    bytes: Number(element(object, 'Size')),
    storedAtMs: Date.parse(element(object, 'LastModified') ?? ''),
  }));
  return { objects, next: element(xml, 'NextContinuationToken') };
}

export function readUploadId(xml: string): string {
  const id = element(xml, 'UploadId');
  if (id === undefined) throw new S3Trouble('The file storage started an upload without an id.');
  return id;
}

function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex?: string, decimal?: string, word?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal === undefined ? (entities[word ?? ''] ?? '') : String.fromCodePoint(Number(decimal));
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
