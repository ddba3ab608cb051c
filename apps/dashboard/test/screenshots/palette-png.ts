import { crc32, deflateSync } from 'node:zlib';
import { choosePalette } from './choose-palette.ts';
import { readPng } from './read-png.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The same picture with at most 256 colours, which is a third of the bytes for a page of text and lines. */
export function palettePng(file: Buffer): Buffer {
  const { width, height, pixels } = readPng(file);
  const { colours, placeOf } = choosePalette(pixels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      lines[y * (width + 1) + 1 + x] = placeOf.get(pixels[y * width + x] ?? 0) ?? 0;
    }
  }
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
