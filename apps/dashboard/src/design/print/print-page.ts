const SCHEME = 'data-mantine-color-scheme';
/** Charts are drawn anew for another width and theme: a frame for the size, one for React, one for the drawing. */
const FRAMES = 3;

let before: string | null | undefined;

/** Light colours and the width of a sheet. */
function layOutForPrint(): void {
  if (before !== undefined) return;
  const root = document.documentElement;
  before = root.getAttribute(SCHEME);
  root.setAttribute(SCHEME, 'light');
  root.dataset.printing = 'true';
}

function layOutForScreen(): void {
  if (before === undefined) return;
  const root = document.documentElement;
  if (before !== null) root.setAttribute(SCHEME, before);
  delete root.dataset.printing;
  before = undefined;
}

/** Pages are laid out for paper however printing is begun. To be called once. */
export function preparePrinting(): void {
  window.addEventListener('beforeprint', layOutForPrint);
  window.addEventListener('afterprint', layOutForScreen);
}

/** Opens the print dialog when the page is laid out for paper: with time for charts to be drawn anew. */
export async function printPage(): Promise<void> {
  layOutForPrint();
  for (let frame = 0; frame < FRAMES; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  window.print();
}
