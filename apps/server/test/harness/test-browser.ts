import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { build } from 'esbuild';
import { launchChromium } from './launch-chromium.ts';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** SDKs are published as bundles; pages take their sources, as tests do. */
const alias = {
  '@lamppost/browser': inRepository('packages/sdk-browser/src/index.ts'),
  '@lamppost/react': inRepository('packages/sdk-react/src/index.ts'),
  '@lamppost/openfeature/web': inRepository('packages/openfeature/src/web.ts'),
};

export interface BrowserCredentials {
  readonly html?: string;
  readonly settings?: object;
}

export interface OpenedPage {
  readonly page: Page;
  /** What it threw, or logged as an error. */
  readonly problems: string[];
}

/** Chromium, and a site on loopback whose pages are scripts of test/pages. */
export class TestBrowser {
  readonly #browser: Browser;
  readonly #site: Server;
  readonly #files: Map<string, { readonly type: string; readonly body: string }>;

  private constructor(browser: Browser, site: Server, files: Map<string, { type: string; body: string }>) {
    this.#browser = browser;
    this.#site = site;
    this.#files = files;
  }

  static async launch(): Promise<TestBrowser> {
    const files = new Map<string, { type: string; body: string }>();
    const site = createServer((request, response) => {
      const file = files.get(request.url ?? '');
      response.writeHead(file ? 200 : 204, { 'Content-Type': `${file?.type ?? 'text/plain'}; charset=utf-8` });
      response.end(file?.body);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    return new TestBrowser(await launchChromium(), site, files);
  }

  /** Opens a page with the script, around this HTML and with these settings, for somebody who was never there. */
  async open(script: string, { html = '', settings = {} }: BrowserCredentials = {}): Promise<OpenedPage> {
    await this.#bundle(script);
    const path = `/${this.#files.size}`;
    const globals = `globalThis.settings = ${JSON.stringify(settings).replaceAll('<', '\\u003c')}`;
    const body = `<!doctype html><div id="root">${html}</div><script>${globals}</script><script src="/${script}.js"></script>`;
    this.#files.set(path, { type: 'text/html', body });
    const page = await (await this.#browser.newContext()).newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`${error}`));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const { port } = this.#site.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}${path}`);
    return { page, problems };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#site.closeAllConnections();
    await new Promise((resolve) => this.#site.close(resolve));
  }

  async #bundle(script: string): Promise<void> {
    if (this.#files.has(`/${script}.js`)) return;
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(`../pages/${script}.ts`, import.meta.url))],
      bundle: true,
      format: 'iife',
      // StrictMode draws twice, and hydration says what does not match.
      define: { 'process.env.NODE_ENV': '"development"' },
      alias,
      write: false,
    });
    this.#files.set(`/${script}.js`, { type: 'text/javascript', body: outputFiles[0]?.text ?? '' });
  }
}
