import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { choosePalette } from './choose-palette.ts';
import { palettePng } from './palette-png.ts';
import { readPng } from './read-png.ts';

const WIDTH = 7;
const gradient = (colours: number): number[] => Array.from({ length: colours }, (_, at) => (at * 7919) & 0xff_ff_ff);

/** A PNG of three channels whose lines are all written with one filter. */
function write(pixels: readonly number[], filter: number): Buffer {
  const height = pixels.length / WIDTH;
  const bytes = pixels.flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]);
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (bytes[y * WIDTH * 3 + x] as number));
  const lines = Array.from({ length: height }, (_, y) => [
    filter,
    ...Array.from({ length: WIDTH * 3 }, (_, x) => {
      const [left, above, corner] = [at(x - 3, y), at(x, y - 1), x < 3 ? 0 : at(x - 3, y - 1)];
      const near = [left, above, corner].map((value) => Math.abs(left + above - corner - value));
      const paeth = [left, above, corner][near.indexOf(Math.min(...near))] as number;
      return (at(x, y) - ([0, left, above, (left + above) >> 1, paeth][filter] as number)) & 0xff;
    }),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (type: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)]);
  };
  return Buffer.concat([Buffer.alloc(8), chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from(lines.flat())))]);
}

test.each([0, 1, 2, 3, 4])('lines that were written with filter %i are read', (filter) => {
  const pixels = gradient(WIDTH * 5);
  expect([...readPng(write(pixels, filter)).pixels]).toEqual(pixels);
});

test('what is no picture of that kind is refused', () => {
  expect(() => readPng(Buffer.alloc(8))).toThrow('no PNG');
});

describe('a palette', () => {
  test('has every colour when they are few', () => {
    const { colours, placeOf } = choosePalette(Uint32Array.from([1, 2, 2, 3]));
    expect(new Set(colours)).toEqual(new Set([1, 2, 3]));
    expect([1, 2, 3].map((colour) => colours[placeOf.get(colour) ?? -1])).toEqual([1, 2, 3]);
  });

  test('keeps frequent colours as they are, and has one near to every other', () => {
    const grey = Array.from({ length: 200 }, (_, level) => level * 0x01_01_01);
    const others = Array.from({ length: 600 }, (_, at) => 0x80_00_00 | ((at % 256) << 8) | Math.floor(at / 256));
    const { colours, placeOf } = choosePalette(Uint32Array.from([...grey, ...grey, ...grey, ...others]));
    expect(colours.length).toBeLessThanOrEqual(256);
    const kept = grey.filter((colour) => colours[placeOf.get(colour) ?? -1] === colour);
    expect(kept.length).toBeGreaterThanOrEqual(128);
    const far = others.map((colour) => Math.abs((colours[placeOf.get(colour) ?? -1] as number) - colour) >> 8);
    expect(Math.max(...far)).toBeLessThanOrEqual(8);
  });
});

test('a picture with few colours is the same afterwards, one byte a pixel', () => {
  const pixels = gradient(WIDTH * 5);
  const file = palettePng(write(pixels, 0));
  const palette = file.subarray(file.indexOf('PLTE') + 4);
  const start = file.indexOf('IDAT');
  const lines = inflateSync(file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4)));
  const shown = pixels.map((_, at) => {
    const place = lines[Math.floor(at / WIDTH) * (WIDTH + 1) + 1 + (at % WIDTH)] as number;
    return palette.readUIntBE(place * 3, 3);
  });
  expect(shown).toEqual(pixels);
});
