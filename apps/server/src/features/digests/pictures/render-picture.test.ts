import { fileURLToPath } from 'node:url';
import { crc32, inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { CHART_WIDTH, type Chart } from './chart.ts';
import { MAX_PICTURE_BYTES, PictureRenderer } from './picture-renderer.ts';
import { renderPicture } from './render-picture.ts';

const fonts = ['inter-regular.ttf', 'inter-semibold.ttf'].map((name) =>
  fileURLToPath(new URL(`../../../../assets/fonts/${name}`, import.meta.url)),
);
const days = ['Mon 9', 'Tue 10', 'Wed 11', 'Thu 12', 'Fri 13', 'Sat 14', 'Sun 15'];
const values = [120, 180, 90, 240, 160, 60, 200];

const charts: Readonly<Record<string, Chart>> = {
  line: {
    kind: 'line',
    unit: 'number',
    labels: days,
    series: [{ name: 'Events', values }],
    before: { name: 'Week before', values: values.toReversed() },
  },
  'lines with gaps': {
    kind: 'line',
    unit: 'percent',
    labels: days,
    series: [
      { name: 'iOS', values: [99, null, 98, 97, null, 99, 99.5] },
      { name: 'Android', values: [95, 96, 94, null, null, null, 97] },
    ],
  },
  columns: {
    kind: 'columns',
    unit: 'number',
    labels: days,
    series: [
      { name: 'New', values },
      { name: 'Dormant', values: values.map((value) => -value) },
    ],
  },
  bars: {
    kind: 'bars',
    unit: 'number',
    rows: [
      { name: 'Germany', value: 1204, before: 900 },
      { name: 'A name that is much too long for the room that there is for it', value: 3, before: null },
    ],
  },
  funnel: {
    kind: 'funnel',
    steps: [
      { name: 'visit', count: 1000, percentage: 100, before: 100 },
      { name: 'purchase', count: 97, percentage: 9.7, before: null },
    ],
  },
  retention: {
    kind: 'retention',
    headers: ['Week 0', '1', '2'],
    rows: [
      { name: '2 Nov', size: 120, cells: [100, 40, 20] },
      { name: '9 Nov', size: 80, cells: [100, null, null] },
    ],
  },
  number: { kind: 'number', unit: 'number', value: 12_408, before: 11_080, isMoreBad: false, values },
  'nothing at all': { kind: 'line', unit: 'number', labels: [], series: [] },
};

/** A picture with a palette, as we write them; every checksum is checked. */
function decode(png: Uint8Array): { width: number; height: number; colours: string[]; count: Map<string, number> } {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4));
    at += length + 12;
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const palette = chunks.get('PLTE')?.toString('hex').match(/.{6}/g) ?? [];
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect(rows.length).toBe((width + 1) * height);
  const colours: string[] = [];
  const count = new Map<string, number>();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = palette[rows[y * (width + 1) + 1 + x] ?? 0] ?? '';
      colours.push(colour);
      count.set(colour, (count.get(colour) ?? 0) + 1);
    }
  }
  return { width, height, colours, count };
}

for (const [name, chart] of Object.entries(charts)) {
  test(`a picture of ${name} decodes, has the right size, is small, and is the same every time`, async () => {
    const picture = await renderPicture(chart, fonts);
    const { width, height, count } = decode(picture.png);
    expect([width, height]).toEqual([2 * CHART_WIDTH, 2 * picture.height]);
    expect(picture.png.byteLength).toBeLessThan(MAX_PICTURE_BYTES);
    expect(count.get('ffffff')).toBeGreaterThan(0);
    expect(count.size).toBeGreaterThan(name === 'nothing at all' ? 1 : 20);
    const again = await renderPicture(chart, fonts);
    expect(Buffer.from(again.png).equals(picture.png)).toBe(true);
  });
}

test('texts are there, in the font that comes with the server; without one there are none', async () => {
  const { number } = charts;
  if (number === undefined) throw new Error('There is no such chart.');
  const dark = async (fontFiles: readonly string[]) =>
    decode((await renderPicture(number, fontFiles)).png).count.get('1d1f27') ?? 0;
  expect(await dark(fonts)).toBeGreaterThan(2_000);
  expect(await dark([])).toBe(0);
});

test('lines and bars have the colour of their series', async () => {
  for (const name of ['line', 'columns', 'bars', 'funnel', 'number']) {
    const chart = charts[name];
    if (chart === undefined) throw new Error('There is no such chart.');
    expect(decode((await renderPicture(chart, fonts)).png).count.get('2563eb')).toBeGreaterThan(500);
  }
});

test('names that want to be markup are only text', async () => {
  const hostile = '</text><script>&"\u0000\ud800';
  const rows = [{ name: hostile, value: 1, before: null }];
  const { png } = await renderPicture({ kind: 'bars', unit: 'number', rows }, fonts);
  expect(decode(png).count.size).toBeGreaterThan(20);
});

const renderer = new PictureRenderer(fonts);
afterAll(() => renderer.close());

test('the thread draws the same picture, and one that cannot be drawn does not keep it from the next', async () => {
  const { line } = charts;
  if (line === undefined) throw new Error('There is no such chart.');
  const here = await renderPicture(line, fonts);
  await expect(renderer.render({ kind: 'line' } as Chart)).rejects.toThrow();
  const there = await renderer.render(line);
  expect(Buffer.from(there.png).equals(Buffer.from(here.png))).toBe(true);
});
