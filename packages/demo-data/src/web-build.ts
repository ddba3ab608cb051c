import type { BugFrame } from './bug-frame.ts';
import { type WebSource, webSources } from './web-sources.ts';
import { type MappedPlace, writeSourceMap } from './write-source-map.ts';

const origin = 'https://larder.example';

interface Place {
  /** The chunk that the build wrote, and where in its one line the call stands. */
  readonly chunk: string;
  readonly column: number;
  /** What the minifier made of the function's name. */
  readonly shortName: string;
  readonly source: WebSource;
  /** The text of the source at which the call stands. */
  readonly at: string;
  /** What is called there, when that is the app's own. */
  readonly calls?: string;
}

const checkout = '/assets/checkout-Bq81x.js';
const main = '/assets/main-Xk20a.js';

const places = {
  pickSlot: { chunk: checkout, column: 8_412, shortName: 'Qe', source: 'src/checkout/slot-picker.ts', at: 'slots.f' },
  onClick: {
    chunk: checkout,
    column: 9_077,
    shortName: 'onClick',
    source: 'src/checkout/slot-button.tsx',
    at: 'pickSlot(day)',
    calls: 'pickSlot',
  },
  loadChunk: { chunk: main, column: 1_204, shortName: 'Ht', source: 'src/router/load-chunk.ts', at: 'new ChunkLoad' },
  openRecipe: {
    chunk: main,
    column: 40_112,
    shortName: 'async en',
    source: 'src/router/open-recipe.ts',
    at: "loadChunk('recipe')",
    calls: 'loadChunk',
  },
  saveCart: { chunk: main, column: 22_870, shortName: 'Zr', source: 'src/cart/save-cart.ts', at: 'setItem(key' },
  addItem: {
    chunk: main,
    column: 23_010,
    shortName: 'Wn',
    source: 'src/cart/add-item.ts',
    at: 'saveCart(cart)',
    calls: 'saveCart',
  },
} as const satisfies Record<string, Place>;

/** A frame as a browser reports it of the minified build. */
export function webFrame(name: keyof typeof places): BugFrame {
  const { shortName, chunk, column } = places[name];
  return { function: shortName, file: `${origin}${chunk}`, line: 1, column, isApp: true };
}

export interface ChunkMap {
  /** The path of the chunk. */
  readonly file: string;
  readonly map: string;
}

/** What the bundler would have written beside each chunk: enough of it to take the demo's stacks back. */
export function webSourceMaps(): ChunkMap[] {
  const all: readonly Place[] = Object.values(places);
  return [checkout, main].map((file) => ({
    file,
    map: writeSourceMap(
      file.slice('/assets/'.length),
      all.filter(({ chunk }) => chunk === file).map(mapped),
      webSources,
    ),
  }));
}

function mapped({ column, source, at, calls }: Place): MappedPlace {
  const before = webSources[source].slice(0, webSources[source].indexOf(at)).split('\n');
  return {
    generatedColumn: column - 1,
    source,
    line: before.length - 1,
    column: (before.at(-1) as string).length,
    ...(calls === undefined ? {} : { name: calls }),
  };
}
