import { randomBytes } from 'node:crypto';
import { test as base, type Clock, expect, type Page } from '@playwright/test';
import type { Bootstrap } from './lamppost-server.ts';
import { OwnProject } from './own-project.ts';
import { SharedPage } from './shared-page.ts';
import { type PageWatch, watchPage } from './watch-page.ts';

interface Fixtures {
  /** What the first start of the server printed: address, owner, keys of the project with the demo data. */
  readonly bootstrap: Bootstrap;
  /** Fails the test for errors that no expectation looked for. `watch.allow()` where one is meant to be. */
  readonly watch: PageWatch;
  /** A page on which the owner is signed in. The project `default` holds the demo data: read it, change nothing. */
  readonly signedIn: Page;
  /** The time of the page, which only the test moves. Nothing takes it away again, so nobody else gets the page. */
  readonly clock: Clock;
  /** A project of this test alone, empty, of which the owner is an owner: for tests that write. */
  readonly ownProject: OwnProject;
}

interface WorkerFixtures {
  readonly sharedPage: SharedPage;
}

function readBootstrap(): Bootstrap {
  const text = process.env.LP_TEST_BOOTSTRAP;
  if (text === undefined) throw new Error('The tests were started without their setup (global-setup.ts).');
  return JSON.parse(text) as Bootstrap;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedPage: [async ({ browser }, use) => use(new SharedPage(browser)), { scope: 'worker' }],
  page: async ({ sharedPage, viewport, colorScheme, contextOptions }, use) => {
    await use(await sharedPage.take({ viewport, colorScheme, contextOptions }));
    await sharedPage.clean();
  },
  context: async ({ page }, use) => {
    await use(page.context());
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from this pattern
  bootstrap: async ({}, use) => {
    await use(readBootstrap());
  },
  baseURL: async ({ bootstrap }, use) => {
    await use(bootstrap.base_url);
  },
  watch: [
    async ({ page }, use) => {
      const watch = watchPage(page);
      await use(watch);
      expect(watch.faults, 'errors that nobody looked for').toEqual([]);
    },
    { auto: true },
  ],
  signedIn: async ({ page, context }, use) => {
    const { LP_TEST_SESSION: stateFile } = process.env;
    if (stateFile === undefined) throw new Error('The tests were started without their setup (global-setup.ts).');
    const { readFile } = await import('node:fs/promises');
    const state = JSON.parse(await readFile(stateFile, 'utf8')) as {
      cookies: Parameters<typeof context.addCookies>[0];
    };
    await context.addCookies(state.cookies);
    await use(page);
  },
  clock: async ({ page, sharedPage }, use) => {
    await page.clock.install();
    await use(page.clock);
    await sharedPage.discard();
  },
  ownProject: async ({ bootstrap }, use) => {
    await use(await OwnProject.make(bootstrap, `t-${randomBytes(6).toString('hex')}`));
  },
});

export { expect } from '@playwright/test';
