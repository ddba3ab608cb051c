import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';

export interface MinifiedApp {
  /** The stack that the engine wrote when the minified script broke. */
  readonly stack: string;
  readonly map: Buffer;
  readonly scriptUrl: string;
}

const source = `interface Item { readonly price: number }

export function addToCart(items: readonly Item[]): number {
  const first = items[0];
  if (first === undefined) throw new TypeError('the cart is empty');
  return first.price;
}

export function openCart(): number {
  return addToCart([]);
}

openCart();
`;

/** A small app as a build writes it, and what it reports when it breaks. */
export async function minifiedApp(scriptUrl: string): Promise<MinifiedApp> {
  const { outputFiles } = await build({
    stdin: { contents: source, sourcefile: 'src/cart.ts', loader: 'ts', resolveDir: '/' },
    bundle: true,
    format: 'iife',
    minify: true,
    sourcemap: 'external',
    sourcesContent: true,
    outfile: 'app.js',
    write: false,
  });
  const script = outputFiles.find(({ path }) => path.endsWith('.js'));
  const map = outputFiles.find(({ path }) => path.endsWith('.map'));
  if (script === undefined || map === undefined) throw new Error('The build wrote no script or no map.');
  return { stack: stackOf(script.text, scriptUrl), map: Buffer.from(map.contents), scriptUrl };
}

function stackOf(script: string, filename: string): string {
  try {
    runInThisContext(script, { filename });
  } catch (error) {
    const [first, ...frames] = (error instanceof Error ? error.stack : undefined)?.split('\n') ?? [];
    // Frames of what runs the script here are not the app's.
    const own = frames.filter((line) => line.includes(filename));
    if (first !== undefined && own.length > 0) return [first, ...own].join('\n');
    throw error;
  }
  throw new Error('The script was meant to break.');
}
