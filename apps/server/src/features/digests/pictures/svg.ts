/** The light theme of the dashboard. */
export const COLOURS = {
  surface: '#FFFFFF',
  text: '#1D1F27',
  muted: '#5E6370',
  border: '#E6E4DF',
  grid: '#EFEDE9',
  track: '#F3F1ED',
  good: '#0F766E',
  bad: '#B42318',
  series: ['#2563EB', '#D97706', '#0D9488', '#9333EA', '#DB2777', '#65A30D', '#0891B2', '#6B7280'],
} as const;

const FONT_SIZE = 14;

export const seriesColour = (index: number): string =>
  COLOURS.series[index % COLOURS.series.length] ?? COLOURS.series[0];

/** Two decimals: more cannot be seen, and would make the same picture differ. */
export const at = (value: number): string => String(Math.round(value * 100) / 100);

interface TextStyle {
  readonly size?: number;
  readonly colour?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly isBold?: boolean;
}

export function textAt(x: number, y: number, text: string, style: TextStyle = {}): string {
  const { size = FONT_SIZE, colour = COLOURS.muted, anchor = 'start', isBold = false } = style;
  const weight = isBold ? ' font-weight="600"' : '';
  return `<text x="${at(x)}" y="${at(y)}" font-size="${size}" fill="${colour}" text-anchor="${anchor}"${weight}>${escapeXml(text)}</text>`;
}

export const rectAt = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(Math.max(0, width))}" height="${at(Math.max(0, height))}" fill="${fill}"${radius === 0 ? '' : ` rx="${radius}"`}/>`;

export const lineAt = (x1: number, y1: number, x2: number, y2: number, colour: string): string =>
  `<path d="M${at(x1)} ${at(y1)}L${at(x2)} ${at(y2)}" stroke="${colour}" stroke-width="1" fill="none"/>`;

/** Lines through the points; where there is none, the line stops. */
export function pathThrough(points: readonly (readonly [number, number] | null)[]): string {
  let isOpen = false;
  let path = '';
  for (const point of points) {
    if (point !== null) path += `${isOpen ? 'L' : 'M'}${at(point[0])} ${at(point[1])}`;
    isOpen = point !== null;
  }
  return path;
}

export const svgOf = (width: number, height: number, content: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${at(height)}" viewBox="0 0 ${width} ${at(height)}" font-family="Inter">${rectAt(0, 0, width, height, COLOURS.surface)}${content.join('')}</svg>`;

const NARROW = new Set("fijlrtI.,:;'|!()[]-/ \u202f");
const WIDE = new Set('mwMW@%—…');

/** About: there is no layout before the picture is drawn. */
export function widthOf(text: string, size: number = FONT_SIZE): number {
  let ems = 0;
  for (const letter of text) {
    if (NARROW.has(letter)) ems += 0.33;
    else if (WIDE.has(letter)) ems += 0.88;
    else if (letter.charCodeAt(0) > 0x2e80) ems += 1;
    else ems += letter >= 'A' && letter <= 'Z' ? 0.68 : 0.59;
  }
  return ems * size;
}

export function cutToWidth(text: string, width: number, size: number = FONT_SIZE): string {
  if (widthOf(text, size) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Addresses and names of classes differ at their ends. */
export function cutMiddle(text: string, width: number, size: number = FONT_SIZE): string {
  if (widthOf(text, size) <= width) return text;
  const letters = [...text];
  let kept = letters.length - 1;
  const cut = (): string =>
    `${letters.slice(0, Math.ceil(kept / 2)).join('')}…${letters.slice(letters.length - Math.floor(kept / 2)).join('')}`;
  while (kept > 2 && widthOf(cut(), size) > width) kept -= 1;
  return cut();
}

/** Characters that XML has no place for are left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
