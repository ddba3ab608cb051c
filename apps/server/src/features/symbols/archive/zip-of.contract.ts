import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly path: string;
  readonly content: string | Buffer;
  readonly isStored?: boolean;
  /** Lies, for archives that should be refused. */
  readonly packed?: Buffer;
  readonly claimedBytes?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly mode?: number;
  /** Stands where another entry stands, in place of having bytes of its own. */
  readonly sharesBytesOf?: number;
}

/** Makes a zip archive by hand, so that it can also be a wrong one. */
export function zipOf(entries: readonly ZipEntry[], claimedEntries = entries.length): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const packed = entry.packed ?? (entry.isStored === true ? content : deflateRawSync(content));
    const name = Buffer.from(entry.path);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(entry.flags ?? 0x0800, 2);
    facts.writeUInt16LE(entry.method ?? (entry.isStored === true ? 0 : 8), 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(entry.claimedBytes ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const start = entry.sharesBytesOf === undefined ? at : (starts[entry.sharesBytesOf] ?? 0);
    starts.push(start);
    if (entry.sharesBytesOf === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed]);
      parts.push(local);
      at += local.length;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(start, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), facts, tail, name]));
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(claimedEntries, 4);
  end.writeUInt16LE(claimedEntries, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}
