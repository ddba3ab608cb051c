import { inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** One number for each pixel, 0xRRGGBB. */
  readonly pixels: Uint32Array;
}

const SIGNATURE_BYTES = 8;
const channelsOfType: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** Reads what browsers write: 8 bits a channel, without interlacing. Nothing shines through. */
export function readPng(file: Buffer): Picture {
  let header: Buffer | undefined;
  const data: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 8, at + 8 + length);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') header = body;
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  if (header === undefined) throw new Error('This is no PNG.');
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const channels = channelsOfType[header[9] ?? -1];
  if (channels === undefined || header[8] !== 8 || header[12] !== 0) throw new Error('This kind of PNG is not read.');
  const lines = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const pixels = new Uint32Array(width * height);
  for (let pixel = 0, at = 0; pixel < pixels.length; pixel += 1, at += channels) {
    pixels[pixel] = ((lines[at] ?? 0) << 16) | ((lines[at + 1] ?? 0) << 8) | (lines[at + 2] ?? 0);
  }
  return { width, height, pixels };
}

/** Each line says how its bytes were written: as differences to what stands left of them, above, or in between. */
function unfilter(raw: Buffer, lineBytes: number, height: number, channels: number): Uint8Array {
  const lines = new Uint8Array(lineBytes * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (lineBytes + 1)] ?? 0;
    for (let x = 0; x < lineBytes; x += 1) {
      const to = y * lineBytes + x;
      const left = x < channels ? 0 : (lines[to - channels] ?? 0);
      const above = y === 0 ? 0 : (lines[to - lineBytes] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (lines[to - lineBytes - channels] ?? 0);
      lines[to] = (raw[y * (lineBytes + 1) + 1 + x] ?? 0) + guess(filter, left, above, corner);
    }
  }
  return lines;
}

function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const middle = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(middle - left), Math.abs(middle - above), Math.abs(middle - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
