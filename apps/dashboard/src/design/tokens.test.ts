import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { heatOf, STRONG_LEAST, WEAK_MOST } from './primitives/heat.ts';

type Colour = readonly [number, number, number];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const block = (scheme: string): string => new RegExp(`scheme="${scheme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';

function tokensOf(scheme: 'light' | 'dark'): (name: string) => Colour {
  const found = new Map(
    [...block(scheme).matchAll(/--lp-([\w-]+): #([0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
  );
  return (name) => {
    const hex = found.get(name);
    if (hex === undefined) throw new Error(`tokens.css has no colour --lp-${name} for ${scheme}.`);
    return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;
  };
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(a: Colour, b: Colour): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const mix = (over: Colour, under: Colour, alpha: number): Colour =>
  over.map((channel, at) => channel * alpha + (under[at] as number) * (1 - alpha)) as unknown as Colour;

/** Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light. */
const sights = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

function seen(colour: Colour, matrix: readonly number[]): Colour {
  const light = colour.map(linear);
  return [0, 3, 6].map((row) => {
    const sum = light.reduce((total, channel, at) => total + channel * (matrix[row + at] as number), 0);
    return Math.min(1, Math.max(0, sum));
  }) as unknown as Colour;
}

/** OKLab, in which equal distances look equally different. Takes linear light. */
function oklab([red, green, blue]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function distance(a: Colour, b: Colour, matrix: readonly number[]): number {
  const [one, other] = [oklab(seen(a, matrix)), oklab(seen(b, matrix))];
  return Math.hypot(...one.map((channel, at) => channel - (other[at] as number)));
}

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  const token = tokensOf(scheme);
  const planes = ['page', 'surface', 'raised', 'sunken', 'hover'];
  const texts = ['text', 'muted', 'faint', 'accent', 'good', 'bad', 'warn'];

  test.each(planes.flatMap((plane) => texts.map((text) => [text, plane] as const)))(
    '%s can be read on %s',
    (text, plane) => {
      expect(contrast(token(text), token(plane))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each([
    ['good', 'good-soft'],
    ['bad', 'bad-soft'],
    ['warn', 'warn-soft'],
    ['muted', 'neutral-soft'],
    ['text', 'selected'],
    ['muted', 'selected'],
    ['on-accent', 'accent-fill'],
    ['on-bad', 'bad'],
    ['code-string', 'sunken'],
    ['code-number', 'sunken'],
    ['code-keyword', 'sunken'],
    ['code-name', 'sunken'],
    ['code-name', 'hover'],
  ])('%s can be read on %s', (text, ground) => {
    expect(contrast(token(text), token(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test('every cell of a heat table can be read, on the weakest and on the strongest ground of its kind', () => {
    const [red, green, blue] = (/--lp-heat: (\d+) (\d+) (\d+);/.exec(block(scheme)) ?? []).slice(1).map(Number);
    const heat: Colour = [red as number, green as number, blue as number];
    const ground = (alpha: number) => mix(heat, token('surface'), alpha);
    expect(contrast(token('text'), ground(WEAK_MOST))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token('on-heat'), ground(STRONG_LEAST))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token('on-heat'), ground(1))).toBeGreaterThanOrEqual(4.5);
    expect(heatOf(59.9).alpha).toBeLessThanOrEqual(WEAK_MOST);
    expect(heatOf(60)).toEqual({ alpha: STRONG_LEAST, isStrong: true });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('series %i stands out from the surface', (place) => {
    expect(contrast(token(`series-${place}`), token('surface'))).toBeGreaterThanOrEqual(3);
  });

  // Blue and the old purple were one colour for deuteranopia (0.013). Colour is never the only sign, since names stand in
  // legends, tooltips and tables; still the first five, which most charts have, are held to more than the rest.
  test.each(Object.keys(sights) as (keyof typeof sights)[])('the series differ for %s', (sight) => {
    const places = [1, 2, 3, 4, 5, 6, 7, 8];
    const pairs = places.flatMap((a) => places.filter((b) => b > a).map((b) => [a, b] as const));
    const near = pairs
      .map(([a, b]) => ({ a, b, far: distance(token(`series-${a}`), token(`series-${b}`), sights[sight]) }))
      .filter(({ b, far }) => far < (b <= 5 ? 0.06 : 0.04));
    expect(near).toEqual([]);
  });
});
