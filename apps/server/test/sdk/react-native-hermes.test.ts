import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import type { MixedSourceMap } from 'metro-source-map';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilerOfMachine, currentCompiler, HermesApp, hasHermes } from '../harness/hermes-app.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

const sourcesFor = (key: string, url: string): Record<string, string> => ({
  'index.js': `import './environment';
import { createLamppost } from '@lamppost/react-native';
import { Cart } from './src/cart';

const settings = ${JSON.stringify({ key, url })};
createLamppost({ ...settings, app: { version: '1.4.0', build: '1040' }, stream: false });

function openCart() {
  new Cart([{ name: 'lamp', price: { cents: 1900 } }, { name: 'post' }]).showTotal();
}

try {
  openCart();
} catch (error) {
  ErrorUtils.getGlobalHandler()(error, true);
}
`,
  'src/cart.js': `import { totalOf } from './prices';

export class Cart {
  #items;

  constructor(items) {
    this.#items = items;
  }

  showTotal() {
    return 'Total: ' + totalOf(this.#items);
  }
}
`,
  'src/prices.ts': `interface Item {
  readonly price: { readonly cents: number };
}

export function totalOf(items: readonly Item[]): number {
  let total = 0;
  for (const item of items) total += priceOf(item);
  return total;
}

const priceOf = (item: Item): number => item.price.cents;
`,
});

const brokenAt = [
  { function: 'priceOf', file: 'src/prices.ts', line: 11 },
  { function: 'totalOf', file: 'src/prices.ts', line: 7 },
  { function: 'Cart#showTotal', file: 'src/cart.js', line: 11 },
  { function: 'openCart', file: 'index.js', line: 9 },
  { file: 'index.js', line: 13 },
];

interface Frame {
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
  readonly reported?: { readonly file?: string };
}

if (!hasHermes) console.warn('There are no programs of Hermes for this machine: its tests are skipped.');

describe.runIf(hasHermes)('an app bundled by Metro and compiled by Hermes', () => {
  let server: TestServer;
  let project: TestProject;
  let app: HermesApp;
  let packagerMap: MixedSourceMap;
  beforeAll(async () => {
    server = await TestServer.shared();
    await server.waitForStore();
    project = await TestProject.create(server);
    app = new HermesApp(sourcesFor(project.publishable, server.url));
    packagerMap = await app.bundleWithMetro();
  }, 120_000);
  afterAll(() => app.remove());

  const upload = async (of: TestProject, map: string): Promise<void> => {
    const query = 'kind=hermes&release=1.4.0&platform=android';
    const response = await of.send('POST', `/v1/symbols?${query}`, { key: of.secret, body: map });
    expect(response.status).toBe(201);
  };

  /** Of the only report that there is, the innermost first. */
  async function framesOf(of: TestProject): Promise<Frame[]> {
    let groups: { id: string }[] = [];
    await waitUntil(async () => {
      const response = await of.get('/v1/crashes/groups');
      if (response.status === 200) groups = response.data<{ id: string }[]>();
      return groups.length > 0;
    });
    const reports = await of.get(`/v1/crashes/groups/${groups[0]?.id}/reports`);
    const frames = reports.data<{ exceptions: { frames: Frame[] }[] }[]>()[0]?.exceptions[0]?.frames ?? [];
    return frames.map((frame) => ({ ...frame, file: frame.file?.replace(`${app.folder}/`, '') ?? '' }));
  }

  test('breaks in the virtual machine, and its report is read through the composed map', async () => {
    await upload(project, await app.compile(compilerOfMachine, packagerMap));
    const { requests, lines } = await app.start();
    expect(lines).toContain("HANDLED true Cannot read property 'cents' of undefined");
    const crash = requests.find(({ url }) => url.endsWith('/v1/crashes/report'));
    expect(JSON.parse(crash?.body ?? '{}').stack_trace).toMatch(
      /at priceOf \(address at index\.android\.bundle:1:\d+\)/,
    );

    for (const { url, method, headers, body } of requests) {
      const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
      expect([url, response.ok]).toEqual([url, true]);
    }
    const frames = await framesOf(project);
    expect(frames.slice(0, brokenAt.length)).toMatchObject(brokenAt);
    expect(frames[brokenAt.length - 1]).not.toHaveProperty('function');
    // Below is Metro's own: what loads modules, and a line at the end of the bundle that no map knows.
    const below = frames.slice(brokenAt.length).map(({ file }) => file?.replace(/^.*(?=metro-runtime)/, ''));
    expect(new Set(below.slice(0, -1))).toEqual(new Set(['metro-runtime/src/polyfills/require.js']));
    expect(below.at(-1)).toBe('index.android.bundle');
  });

  test('what the current compiler makes of it is read through its map, too', async () => {
    const map = await app.compile(currentCompiler, packagerMap);
    const offsets: number[] = [];
    eachMapping(new TraceMap(map), ({ source, originalLine, generatedColumn }) => {
      if (source?.endsWith('src/prices.ts') && originalLine === 11) offsets.push(generatedColumn);
    });
    // Nothing on npm runs this bytecode: the stack is one of places that the map has for the line.
    const last = offsets.at(-1) ?? 0;
    const other = await TestProject.create(server);
    await upload(other, map);
    const report = {
      platform: 'android',
      app_version: '1.4.0',
      exception_type: 'TypeError',
      exception_message: 'undefined is not a function',
      stack_trace: `TypeError: undefined is not a function\n    at anonymous (address at index.android.bundle:1:${last})`,
    };
    const sent = await other.send('POST', '/v1/crashes/report', {
      key: other.publishable,
      body: JSON.stringify(report),
    });
    expect(sent.status).toBe(202);
    expect(await framesOf(other)).toMatchObject([{ function: 'priceOf', file: 'src/prices.ts', line: 11 }]);
  });
});
