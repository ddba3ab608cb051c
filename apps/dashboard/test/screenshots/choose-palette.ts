export interface Palette {
  /** 0xRRGGBB */
  readonly colours: readonly number[];
  /** The place in `colours` for every colour of the picture. */
  readonly placeOf: ReadonlyMap<number, number>;
}

type Counted = readonly [colour: number, count: number];

const shifts: readonly number[] = [16, 8, 0];
const channelOf = (colour: number, shift: number): number => (colour >> shift) & 0xff;

/**
 * The most frequent colours as they are, since planes, borders and texts must stay what they are; the rest, which is
 * the edges of letters and lines, by median cut.
 */
export function choosePalette(pixels: Uint32Array, max = 256): Palette {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byFrequency = [...counts].sort((one, other) => other[1] - one[1]);
  const isExact = byFrequency.length <= max;
  const kept = byFrequency.slice(0, isExact ? max : max / 2);
  const boxes = isExact ? [] : cutIntoBoxes(byFrequency.slice(kept.length), max - kept.length);
  const placeOf = new Map(kept.map(([colour], place) => [colour, place]));
  boxes.forEach((box, at) => {
    for (const [colour] of box) placeOf.set(colour, kept.length + at);
  });
  return { colours: [...kept.map(([colour]) => colour), ...boxes.map(meanOf)], placeOf };
}

function cutIntoBoxes(colours: readonly Counted[], max: number): (readonly Counted[])[] {
  const boxes = [colours];
  while (boxes.length < max) {
    const costs = boxes.map((box) => longestSide(box).length * box.reduce((sum, [, count]) => sum + count, 0));
    const worst = costs.indexOf(Math.max(...costs));
    const box = boxes[worst];
    if (box === undefined || box.length < 2) break;
    boxes.splice(worst, 1, ...cutInTwo(box));
  }
  return boxes;
}

function longestSide(box: readonly Counted[]): { readonly shift: number; readonly length: number } {
  const sides = shifts.map((shift) => {
    let [low, high] = [255, 0];
    for (const [colour] of box) {
      const value = channelOf(colour, shift);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return { shift, length: high - low };
  });
  return sides.reduce((longest, side) => (side.length > longest.length ? side : longest));
}

function cutInTwo(box: readonly Counted[]): [readonly Counted[], readonly Counted[]] {
  const { shift } = longestSide(box);
  const sorted = box.toSorted((one, other) => channelOf(one[0], shift) - channelOf(other[0], shift));
  const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2;
  let before = 0;
  const found = sorted.findIndex(([, count]) => {
    before += count;
    return before >= half;
  });
  const at = Math.min(Math.max(1, found), sorted.length - 1);
  return [sorted.slice(0, at), sorted.slice(at)];
}

function meanOf(box: readonly Counted[]): number {
  const all = box.reduce((sum, [, count]) => sum + count, 0);
  return shifts.reduce((colour, shift) => {
    const sum = box.reduce((total, [one, count]) => total + channelOf(one, shift) * count, 0);
    return colour | (Math.round(sum / all) << shift);
  }, 0);
}
