import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'esbuild';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const runFile = promisify(execFile);

/** There is no phone here: the host that the example of React Native has made up. */
const alias = {
  'react-native': inRepository('examples/react-native/mock/react-native.tsx'),
  '@react-native-async-storage/async-storage': inRepository('examples/react-native/mock/async-storage.ts'),
};

/** Where snippets are pasted: a folder in which the SDKs are installed, and pages of another origin. */
export class PastedApps {
  readonly #context: BrowserContext;
  readonly #site: Server;
  readonly #folder: string;
  readonly #bodies: string[] = [];
  readonly #pages: Page[] = [];

  private constructor(context: BrowserContext) {
    this.#context = context;
    this.#site = createServer(({ url = '' }, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(this.#bodies[Number(url.slice(1))]);
    });
    mkdirSync(inRepository('.stamps'), { recursive: true });
    this.#folder = mkdtempSync(inRepository('.stamps/pasted-'));
  }

  static async open(context: BrowserContext): Promise<PastedApps> {
    const apps = new PastedApps(context);
    await new Promise<void>((resolve) => apps.#site.listen(0, '127.0.0.1', resolve));
    return apps;
  }

  /** A page with this in its head. */
  async visit(head: string): Promise<void> {
    this.#bodies.push(`<!doctype html><head>${head}</head><body><div id="root"></div></body>`);
    const page = await this.#context.newPage();
    this.#pages.push(page);
    await page.goto(`http://127.0.0.1:${(this.#site.address() as AddressInfo).port}/${this.#bodies.length - 1}`);
  }

  /** A page whose app begins with this code. */
  async start(code: string): Promise<void> {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: this.#folder },
      bundle: true,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      alias,
      write: false,
    });
    await this.visit(`<script type="module">${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`);
  }

  async save(file: string, code: string): Promise<void> {
    writeFileSync(join(this.#folder, file), code);
  }

  async run(command: string): Promise<void> {
    await runFile('bash', ['-c', command], { cwd: this.#folder });
  }

  async close(): Promise<void> {
    for (const page of this.#pages) await page.close();
    this.#site.closeAllConnections();
    await new Promise((resolve) => this.#site.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
