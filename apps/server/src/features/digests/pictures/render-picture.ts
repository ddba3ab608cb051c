import { type Chart, PICTURE_SCALE } from './chart.ts';
import { drawChart } from './draw-chart.ts';
import { encodePng } from './encode-png.ts';

export interface Picture {
  readonly png: Uint8Array;
  /** In pixels of CSS. */
  readonly width: number;
  readonly height: number;
}

/** Latin, Greek and Cyrillic; for other letters the fonts of the machine are asked as well. */
const OWN_LETTERS =
  /^[\u{20}-\u{17f}\u{218}-\u{21b}\u{384}-\u{3ce}\u{400}-\u{45f}\u{490}\u{491}\u{1ea0}-\u{1ef9}\u{2009}-\u{2265}\u{25b2}\u{25bc}\s]*$/u;

/** Draws the chart as a PNG. The library is loaded with the first; call it where nothing waits for the thread. */
export async function renderPicture(chart: Chart, fontFiles: readonly string[]): Promise<Picture> {
  const { Resvg } = await import('@resvg/resvg-js');
  const svg = drawChart(chart);
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: PICTURE_SCALE },
    font: {
      fontFiles: [...fontFiles],
      loadSystemFonts: !OWN_LETTERS.test(svg),
      defaultFontFamily: 'Inter',
      sansSerifFamily: 'Inter',
    },
  }).render();
  const { width, height } = drawn;
  return {
    png: encodePng(drawn.pixels, width, height),
    width: width / PICTURE_SCALE,
    height: height / PICTURE_SCALE,
  };
}
