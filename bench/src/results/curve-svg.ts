import type { CurvePoint } from '../harness/scenario.ts';

const [width, height] = [640, 300];
const edge = { left: 56, right: 190, top: 40, bottom: 44 };
const colours = ['#2563eb', '#d97706', '#059669', '#9333ea', '#dc2626'];
const lowestGoal = 0.9;
const inner = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const rounded = (value: number): string => value.toFixed(1);

/** Shares of the value at the smallest size, over how many times that size; the sizes are spread evenly by their logarithm. */
export function curveSvg(title: string, points: readonly CurvePoint[]): string {
  const times = [...new Set(points.map((point) => point.times))].sort((a, b) => a - b);
  const lines = [...new Set(points.map(({ line }) => line))];
  const top = Math.max(1.2, ...points.map(({ share }) => share));
  const span = Math.log(Math.max(times.at(-1) ?? 1, 2));
  const x = (value: number): number => edge.left + (Math.log(value) / span) * inner.width;
  const y = (share: number): number => edge.top + (1 - share / top) * inner.height;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${edge.left}" y="22" font-size="14" font-weight="600" fill="#111827">${escaped(title)}</text>`,
    ...[0, 0.5, 1].map((share) => across(y(share), share.toFixed(1), '#e5e7eb')),
    across(y(lowestGoal), `goal ${lowestGoal}`, '#9ca3af', '4 4'),
    ...times.map(
      (value) =>
        `<text x="${rounded(x(value))}" y="${height - 18}" text-anchor="middle" fill="#4b5563">${value}×</text>`,
    ),
    ...lines.flatMap((line, at) => drawLine(line, at, points, x, y)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

const across = (at: number, label: string, colour: string, dashes = ''): string =>
  `<line x1="${edge.left}" x2="${width - edge.right}" y1="${rounded(at)}" y2="${rounded(at)}" stroke="${colour}"${dashes === '' ? '' : ` stroke-dasharray="${dashes}"`}/>` +
  `<text x="${edge.left - 6}" y="${rounded(at + (dashes === '' ? 4 : 12))}" text-anchor="end" font-size="${dashes === '' ? 12 : 9}" fill="#4b5563">${label}</text>`;

function drawLine(
  line: string,
  at: number,
  points: readonly CurvePoint[],
  x: (times: number) => number,
  y: (share: number) => number,
): string[] {
  const colour = colours[at % colours.length] ?? '#111827';
  const own = points.filter((point) => point.line === line).sort((a, b) => a.times - b.times);
  const places = own.map(({ times, share }) => `${rounded(x(times))},${rounded(y(share))}`);
  const legend = edge.top + 14 + at * 20;
  return [
    `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...own.map(
      ({ times, share }) =>
        `<circle cx="${rounded(x(times))}" cy="${rounded(y(share))}" r="3.5" fill="${colour}"><title>${escaped(line)}, ${times}×: ${share.toFixed(2)}</title></circle>`,
    ),
    `<rect x="${width - edge.right + 14}" y="${legend - 9}" width="10" height="10" fill="${colour}"/>`,
    `<text x="${width - edge.right + 30}" y="${legend}" fill="#111827">${escaped(line)}</text>`,
  ];
}
