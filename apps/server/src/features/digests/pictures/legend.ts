import { CHART_WIDTH } from './chart.ts';
import { COLOURS, cutToWidth, rectAt, textAt, widthOf } from './svg.ts';

const ROW = 24;
const MAX_NAME = 240;

/** Names with their colours, in as many rows as they need. */
export function drawLegend(
  items: readonly { readonly name: string; readonly colour: string }[],
  y: number,
): { readonly drawn: readonly string[]; readonly endY: number } {
  if (items.length === 0) return { drawn: [], endY: y };
  const drawn: string[] = [];
  let x = 0;
  let row = 0;
  for (const { name, colour } of items) {
    const text = cutToWidth(name, MAX_NAME);
    const width = 20 + widthOf(text) + 18;
    if (x > 0 && x + width - 18 > CHART_WIDTH) {
      x = 0;
      row += 1;
    }
    const middle = y + row * ROW + ROW / 2;
    drawn.push(rectAt(x, middle - 5, 12, 10, colour, 2), textAt(x + 20, middle + 5, text, { colour: COLOURS.text }));
    x += width;
  }
  return { drawn, endY: y + (row + 1) * ROW + 4 };
}
