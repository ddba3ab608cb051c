import type uPlot from 'uplot';
import { resolveColour } from '../use-theme-name.ts';
import type { TimeSeries } from './time-series.ts';

const MARGIN = 24;
const TITLE_PX = 16;
const LINE_PX = 22;

/** The drawing with its title and legend, so that it says what it is wherever it is pasted. */
export function chartPng(
  plot: uPlot,
  label: string,
  series: readonly TimeSeries[],
  seriesColour: (name: string) => string,
): Promise<Blob> {
  const ratio = window.devicePixelRatio;
  const { width, height } = plot.ctx.canvas;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) return Promise.reject(new Error("This browser doesn't support canvas."));
  const font = getComputedStyle(document.documentElement).getPropertyValue('--lp-font');
  const inner = width / ratio;
  context.font = `12px ${font}`;
  const legend = legendPlaces(series, inner, (text) => context.measureText(text).width);
  const legendHeight = (legend.at(-1)?.line ?? 0) * LINE_PX + LINE_PX;
  const top = MARGIN + TITLE_PX + 12 + legendHeight;
  canvas.width = width + 2 * MARGIN * ratio;
  canvas.height = height + (top + MARGIN) * ratio;
  context.scale(ratio, ratio);
  context.fillStyle = resolveColour('var(--lp-surface)');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  context.fillStyle = resolveColour('var(--lp-text)');
  context.font = `600 ${TITLE_PX}px ${font}`;
  context.fillText(label, MARGIN, MARGIN + TITLE_PX / 2, inner);
  context.font = `12px ${font}`;
  for (const { name, colourName, x, line } of legend) {
    const y = MARGIN + TITLE_PX + 12 + line * LINE_PX + LINE_PX / 2;
    context.fillStyle = resolveColour(seriesColour(colourName));
    context.fillRect(MARGIN + x, y - 1.5, 12, 3);
    context.fillStyle = resolveColour('var(--lp-muted)');
    context.fillText(name, MARGIN + x + 18, y);
  }
  context.drawImage(plot.ctx.canvas, MARGIN, top, inner, height / ratio);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("Couldn't create the image.")) : resolve(blob)),
      'image/png',
    );
  });
}

function legendPlaces(series: readonly TimeSeries[], width: number, measure: (text: string) => number) {
  let x = 0;
  let line = 0;
  return series.map((one) => {
    const name = one.name.length > 48 ? `${one.name.slice(0, 47)}…` : one.name;
    const needed = measure(name) + 34;
    if (x > 0 && x + needed > width) {
      x = 0;
      line += 1;
    }
    const place = { name, colourName: one.colourName ?? one.name, x, line };
    x += needed;
    return place;
  });
}
