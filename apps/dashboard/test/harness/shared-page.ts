import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test';

export type Look = Pick<PlaywrightTestOptions, 'viewport' | 'colorScheme' | 'contextOptions'>;

/** What tests listen to. */
const heard = ['console', 'pageerror', 'dialog', 'download', 'load', 'request', 'response'] as const;

/**
 * One page for all tests of a worker. A context of its own begins with an empty cache and a new process: opening the
 * dashboard there takes four times as long as on a page that has its scripts compiled. Between two tests everything
 * that one could notice of the other is taken away.
 */
export class SharedPage {
  readonly #browser: Browser;
  #page: Page | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take({ viewport, colorScheme, contextOptions }: Look): Promise<Page> {
    if (this.#page === undefined || this.#page.isClosed()) {
      this.#page = await (await this.#browser.newContext()).newPage();
    }
    if (viewport !== null && viewport !== undefined) await this.#page.setViewportSize(viewport);
    await this.#page.emulateMedia({
      colorScheme: colorScheme ?? null,
      reducedMotion: contextOptions.reducedMotion ?? null,
    });
    return this.#page;
  }

  /** For what cannot be taken away: the next test gets a new page. */
  async discard(): Promise<void> {
    await this.#page?.context().close();
  }

  async clean(): Promise<void> {
    const page = this.#page;
    if (page === undefined || page.isClosed()) return;
    for (const event of heard) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.#forget(page);
    await this.#closeOthers(page.context(), page);
  }

  async #forget(page: Page): Promise<void> {
    await page.evaluate(() => {
      // A page without an origin, such as about:blank, has no storage.
      if (location.protocol !== 'http:') return;
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('about:blank');
    await page.context().clearCookies();
  }

  async #closeOthers(context: BrowserContext, own: Page): Promise<void> {
    for (const page of context.pages()) if (page !== own) await page.close();
  }
}
