import type { Page } from '@playwright/test';
import { askAs } from './harness/ask-as.ts';
import { eachTab } from './harness/each-tab.ts';
import { everyPage, isDetailPath, type VisitedPage } from './harness/every-page.ts';
import { seriousColours, seriousFindings } from './harness/expect-accessible.ts';
import type { Bootstrap } from './harness/lamppost-server.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';
import { untilSettled } from './harness/until-settled.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

const pagesOfDemo = (bootstrap: Bootstrap): Promise<readonly VisitedPage[]> =>
  everyPage(bootstrap.project.slug, askAs(bootstrap));

/** What a colleague who is sent the address should see as well. */
const standing = (page: Page) =>
  page.evaluate(() => ({
    address: location.href,
    headings: [...document.querySelectorAll('main :is(h1, h2, h3)')].map(({ textContent }) => textContent),
    range: document.querySelector('header [aria-label^="Time range"]')?.textContent,
  }));

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('in the light', () => {
  test.use({ colorScheme: 'light' });

  test('every page has a name, is accessible, and is the same when it is loaded again', async ({
    signedIn: page,
    bootstrap,
    watch,
  }) => {
    test.setTimeout(480_000);
    for (const { path, title, address } of await pagesOfDemo(bootstrap)) {
      await test.step(path, async () => {
        await page.goto(address);
        await untilSettled(page);
        await expect.soft(page.getByRole('main').getByRole('alert'), `${path} shows a problem`).toHaveCount(0);
        await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
        const name = isDetailPath(path) ? '.+' : `${title}.*`;
        await expect.soft(page, path).toHaveTitle(new RegExp(`^${name} · Default Production · Lamppost$`));
        const before = await standing(page);
        expect.soft(before.headings[0]?.trim(), path).not.toBe('');
        await page.reload();
        await untilSettled(page);
        await expect.soft.poll(() => standing(page), { message: `${path}, loaded again` }).toEqual(before);
        await eachTab(page, async (tab) => {
          expect.soft(await seriousFindings(page), `axe in the light: ${path}${tab}`).toEqual([]);
          await shot(page, `light${path}${tab}`.replaceAll(/[^a-z]+/gi, '-'));
        });
        expect.soft(watch.faults, `errors up to ${path}`).toEqual([]);
      });
    }
  });
});

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark', viewport: phone });

  test('every page is accessible, and fits on a phone', async ({ signedIn: page, bootstrap }) => {
    test.setTimeout(480_000);
    for (const { path, address } of await pagesOfDemo(bootstrap)) {
      await test.step(path, async () => {
        await page.goto(address);
        await untilSettled(page);
        await expect.soft(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
        await eachTab(page, async (tab) => {
          await expect.soft.poll(() => sidewaysScroll(page), { message: `sideways on a phone: ${path}${tab}` }).toBe(0);
          await shot(page, `phone${path}${tab}`.replaceAll(/[^a-z]+/gi, '-'));
          await page.setViewportSize(desk);
          await untilSettled(page);
          expect.soft(await seriousColours(page), `axe in the dark: ${path}${tab}`).toEqual([]);
          await shot(page, `dark${path}${tab}`.replaceAll(/[^a-z]+/gi, '-'));
          await page.setViewportSize(phone);
        });
      });
    }
  });
});
