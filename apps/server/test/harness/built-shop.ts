import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** A small shop of several modules, one of them loaded later. It breaks in the last of four functions. */
const sources: Readonly<Record<string, string>> = {
  'main.js': `import { createLamppost } from '@lamppost/browser';
import { app } from './app.js';
import { settings } from './settings.js';

createLamppost({ ...settings, app, pageViews: false, webVitals: false });

async function openCheckout() {
  const { Checkout } = await import('./checkout.js');
  new Checkout([{ name: 'lamp', price: { cents: 1_900 } }, { name: 'post' }]).showTotal();
}

openCheckout();
`,
  'checkout.js': `import { totalOf } from './prices.js';

export class Checkout {
  constructor(items) {
    this.items = items;
  }

  showTotal() {
    document.title = 'Total: ' + totalOf(this.items);
  }
}
`,
  'prices.js': `/** In cents. */
export function totalOf(items) {
  let total = 0;
  for (const item of items) total += priceOf(item);
  return total;
}

function priceOf(item) {
  if (item.isFree) return 0;
  return item.price.cents;
}
`,
};

/** What a report of the shop has to say, the innermost first. */
export const brokenAt = [
  { function: 'priceOf', file: 'prices.js', line: 10 },
  { function: 'totalOf', file: 'prices.js', line: 4 },
  { function: 'showTotal', file: 'checkout.js', line: 9 },
  { function: 'openCheckout', file: 'main.js', line: 9 },
];

export interface ShopSettings {
  readonly key: string;
  readonly url: string;
}

/** Its sources in a folder outside of the repository. */
export class BuiltShop {
  readonly folder = mkdtempSync(join(tmpdir(), 'lamppost-shop-'));
  readonly output = join(this.folder, 'dist');
  readonly entry = join(this.folder, 'src/main.js');
  #server: Server | undefined;

  constructor(settings: ShopSettings) {
    this.write('package.json', JSON.stringify({ name: 'shop', version: '1.4.0', type: 'module', private: true }));
    for (const [name, text] of Object.entries(sources)) this.write(`src/${name}`, text);
    this.write('src/settings.js', `export const settings = ${JSON.stringify(settings)};\n`);
    this.write('src/app.js', "export { app } from '@lamppost/bundler-plugin/app';\n");
    this.write('index.html', '<!doctype html><title>Shop</title><script type="module" src="/src/main.js"></script>\n');
    for (const name of ['browser', 'bundler-plugin']) {
      const source = inRepository(`packages/${name === 'browser' ? 'sdk-browser' : name}`);
      const target = join(this.folder, 'node_modules/@lamppost', name);
      mkdirSync(target, { recursive: true });
      for (const part of ['package.json', 'dist']) cpSync(join(source, part), join(target, part), { recursive: true });
    }
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  source(name: string): string {
    return readFileSync(join(this.folder, 'src', name), 'utf8');
  }

  /** Names of what was built, with their texts. */
  built(): Record<string, string> {
    if (!existsSync(this.output)) return {};
    const names = readdirSync(this.output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(
      names.map(({ parentPath, name }) => [
        join(parentPath, name).slice(this.output.length + 1),
        readFileSync(join(parentPath, name), 'utf8'),
      ]),
    );
  }

  /** On the web below a path of its own; the address of its page. */
  async serve(script: string): Promise<string> {
    this.#server = createServer((request, response) => {
      const file = this.built()[(request.url ?? '').replace('/shop/', '')];
      const page = `<!doctype html><title>Shop</title><script type="module" src="/shop/${script}"></script>`;
      if (request.url === '/shop/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
      else response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': 'text/javascript' }).end(file);
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/shop/`;
  }

  async remove(): Promise<void> {
    this.#server?.closeAllConnections();
    if (this.#server !== undefined) await new Promise((resolve) => this.#server?.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
