import type { Page } from '@playwright/test';
import { askAs } from './harness/ask-as.ts';
import { eachTab } from './harness/each-tab.ts';
import { everyPage, isDetailPath, type VisitedPage } from './harness/every-page.ts';
import { seriousColours, seriousFindings } from './harness/expect-accessible.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';
import { untilSettled } from './harness/until-settled.ts';
import { visit } from './harness/visit.ts';
import type { PageWatch } from './harness/watch-page.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

test.use({ colorScheme: 'light', viewport: desk });

/** What a colleague who is sent the address should see as well. */
const standing = (page: Page) =>
  page.evaluate(() => ({
    address: location.href,
    headings: [...document.querySelectorAll('main :is(h1, h2, h3)')].map(({ textContent }) => textContent),
    range: document.querySelector('header [aria-label^="Time range"]')?.textContent,
  }));

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.soft(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** The page as a link opens it, with its name, and the same when it is loaded. */
async function checkAddress(page: Page, { path, title, address }: VisitedPage): Promise<void> {
  await visit(page, address);
  await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  const name = isDetailPath(path) ? '.+' : `${title}.*`;
  await expect.soft(page, path).toHaveTitle(new RegExp(`^${name} · Default Production · Lamppost$`));
  const before = await standing(page);
  expect.soft(before.headings[0]?.trim(), path).not.toBe('');
  await page.reload();
  await untilSettled(page);
  await expect.soft.poll(() => standing(page), { message: `${path}, loaded again` }).toEqual(before);
  await expect.soft(page.getByRole('main').getByRole('alert'), `${path} shows a problem`).toHaveCount(0);
}

/** In the light with every rule of axe, in the dark with those of colour, and on a phone. */
async function checkSight(page: Page, name: string): Promise<void> {
  const picture = (look: string) => shot(page, `${look}${name}`.replaceAll(/[^a-z]+/gi, '-'));
  expect.soft(await seriousFindings(page), `axe in the light: ${name}`).toEqual([]);
  await picture('light');
  await showTheme(page, 'dark');
  expect.soft(await seriousColours(page), `axe in the dark: ${name}`).toEqual([]);
  await picture('dark');
  await resize(page, phone);
  await untilSettled(page);
  await expect.soft.poll(() => sidewaysScroll(page), { message: `sideways on a phone: ${name}` }).toBe(0);
  await picture('phone');
  await resize(page, desk);
  await showTheme(page, 'light');
}

async function checkPages(page: Page, pages: readonly VisitedPage[], watch: PageWatch): Promise<void> {
  for (const visited of pages) {
    await test.step(visited.path, async () => {
      await checkAddress(page, visited);
      await eachTab(page, (tab) => checkSight(page, `${visited.path}${tab}`));
      expect.soft(watch.faults, `errors up to ${visited.path}`).toEqual([]);
    });
  }
}

// Parts of about the same length, so that the workers share them.
const PARTS = 4;
for (let part = 0; part < PARTS; part += 1) {
  test(`every page has a name, is accessible in both themes, fits on a phone, and is the same when it is loaded again (${part + 1} of ${PARTS})`, async ({
    signedIn: page,
    bootstrap,
    watch,
  }) => {
    test.setTimeout(480_000);
    const pages = await everyPage(bootstrap.project.slug, askAs(bootstrap));
    await checkPages(
      page,
      pages.filter((_, index) => index % PARTS === part),
      watch,
    );
  });
}
