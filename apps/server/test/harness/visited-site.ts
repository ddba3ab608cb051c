import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, LaunchOptions, Page } from '@playwright/test';
import { launchChromium } from './launch-chromium.ts';

const built = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../packages/sdk-browser/dist/${file}`, import.meta.url)), 'utf8');

/** Starts a client as an app does, with the settings that stand in the page. */
const pageScript = `
import { createLamppost, streamFlags } from '/sdk.js';
const { stream, ...options } = JSON.parse(document.getElementById('settings').textContent);
window.lamppost = createLamppost({ ...options, ...(stream && { stream: streamFlags }) });
`;
const breakingScript = `
document.getElementById('break').addEventListener('click', function onBreak() { undefinedThing.total(); });
`;

const beforeScript = `
window.lamppost = window.lamppost || [];
lamppost.push((client) => client.track('before the script'));
`;

export interface Settings {
  readonly key: string;
  readonly url: string;
  readonly [option: string]: unknown;
}

/**
 * Chromium, and a site on loopback whose pages have the SDK as it is published: `npm run sdks` makes it. Every path is
 * a page; those under /plain have no SDK, and those under /tag have it as a script. The policy of the pages allows no
 * more than the README says.
 */
export class VisitedSite {
  /** Scripts by their path. */
  readonly scripts = new Map<string, string>();
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(browser: Browser) {
    this.#browser = browser;
    this.scripts.set('/sdk.js', built('index.js')).set('/sdk/lamppost.js', built('lamppost.js'));
    this.scripts.set('/page.js', pageScript).set('/breaking.js', breakingScript).set('/before.js', beforeScript);
    this.#server = createServer((request, response) => {
      const path = (request.url ?? '').split('?')[0] as string;
      const script = this.scripts.get(path);
      if (path === '/favicon.ico' || path === '/missing') response.writeHead(404).end();
      else if (script !== undefined) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
      else {
        const settings = settingsOf(request.headers.cookie);
        const policy = `default-src 'none'; script-src 'self'; connect-src 'self' ${settings.url}`;
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
        response.end(htmlOf(path, settings));
      }
    });
  }

  static async open(options: Pick<LaunchOptions, 'executablePath'> = {}): Promise<VisitedSite> {
    const browser = await launchChromium({
      ...options,
      args: ['--host-resolver-rules=MAP insecure.test 127.0.0.1'],
      // Playwright turns off what tests here are about.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const site = new VisitedSite(browser);
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Somebody who was never there before; pages that they open have these settings. */
  async visitor(settings: Settings): Promise<BrowserContext> {
    const visitor = await this.#browser.newContext();
    const value = encodeURIComponent(JSON.stringify(settings));
    const hosts = ['127.0.0.1', 'insecure.test'];
    await visitor.addCookies(hosts.map((domain) => ({ name: 'settings', value, domain, path: '/' })));
    return visitor;
  }

  /** A tab, and what went wrong in it. */
  async tab(visitor: BrowserContext, path = '/', base = this.url): Promise<{ page: Page; problems: string[] }> {
    const page = await visitor.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`${error}`));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(`${base}${path}`);
    return { page, problems };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const settingsOf = (cookie = ''): Settings =>
  JSON.parse(decodeURIComponent(/settings=([^;]+)/.exec(cookie)?.[1] ?? '{}'));

function htmlOf(path: string, settings: Settings): string {
  const { key, url } = settings;
  const sdk = path.startsWith('/tag')
    ? `<script src="/before.js"></script>
<script async src="/sdk/lamppost.js" data-key="${key}" data-url="${url}" data-version="3.1"></script>`
    : '<script type="module" src="/page.js"></script>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${path}</title></head><body>
<h1>A page of some size, so that something is painted</h1>
<button id="buy" class="wide green"><span>Buy for 5</span></button> <button id="break">Break</button>
<input id="card" value="4111 1111 1111 1111">
<script type="application/json" id="settings">${JSON.stringify(settings)}</script>
${path.startsWith('/plain') ? '' : `${sdk}<script src="/breaking.js"></script>`}</body></html>`;
}
