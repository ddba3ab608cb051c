import type { Disposable, Page } from '@playwright/test';
import { eachTab } from './harness/each-tab.ts';
import { everyPage, type VisitedPage } from './harness/every-page.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';
import { untilSettled } from './harness/until-settled.ts';
import { visit } from './harness/visit.ts';
import { fillWithHostileWords } from './hostile/hostile-project.ts';
import { image } from './hostile/hostile-words.ts';

/** Pages on which nothing stands that somebody named. */
const namesNothing: readonly VisitedPage['path'][] = ['/overview', '/explore', '/alerts/new', '/onboarding'];
const MAX_OPENED = 12;
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

/** Folds out what can be folded out, so that what is hidden at first is looked at as well. */
async function openFolds(page: Page): Promise<void> {
  const folds = page.getByRole('main').locator('[aria-expanded="false"]:not([aria-haspopup]):not([disabled])');
  for (let opened = 0; opened < MAX_OPENED && (await folds.count()) > 0; opened += 1) {
    await folds.first().click();
  }
  await untilSettled(page);
}

/** Fields show what they hold, which is no text of the page. */
const shownText = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) =>
      [main.textContent, ...[...main.querySelectorAll('input')].map(({ value }) => value)].join('\n'),
    );

/** What would be there if a text had been taken for anything else. */
const traces = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    const describe = (element: Element) => element.outerHTML.slice(0, 200);
    return {
      hacked: '__hacked' in window,
      violations: (window as unknown as { violations: readonly string[] }).violations,
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter((link) => !['http:', 'https:', 'mailto:', 'blob:'].includes(link.protocol))
        .map(describe),
      handlers: all.filter((element) => [...element.attributes].some(({ name }) => /^on/.test(name))).map(describe),
      images: [...document.querySelectorAll('img[src="x"], main script')].map(describe),
      polluted: Object.keys(Object.prototype),
    };
  });

const none = { hacked: false, violations: [], links: [], handlers: [], images: [], polluted: [] };

let watching: Disposable;

test.beforeEach(async ({ page }) => {
  watching = await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
});

test.afterEach(() => watching.dispose());

test('negative control: what is looked for would be seen', async ({ page, watch }) => {
  watch.allow(/Content Security Policy|404 .*\/x$/);
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((words) => {
    document.body.insertAdjacentHTML('beforeend', `${words} <a href="javascript:window.__hacked=1">x</a>`);
  }, image);
  await expect.poll(async () => (await traces(page)).violations.length).toBeGreaterThan(0);
  const seen = await traces(page);
  expect([seen.links.length, seen.handlers.length, seen.images.length]).toEqual([1, 1, 1]);
});

test('hostile words are words on every page, and fit on a phone', async ({ signedIn: page, ownProject, bootstrap }) => {
  test.setTimeout(480_000);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await fillWithHostileWords(ownProject, bootstrap);
  const pages = await everyPage(ownProject.slug, (path) => ownProject.api('GET', path));
  for (const { path, address } of pages) {
    await test.step(path, async () => {
      await visit(page, address);
      await expect.soft(page.getByRole('main').getByRole('alert'), `${path} shows a problem`).toHaveCount(0);
      if (!namesNothing.includes(path)) {
        await expect.soft.poll(() => shownText(page), { message: `${path} shows what it was given` }).toContain(image);
      }
      await eachTab(page, async (tab) => {
        await openFolds(page);
        expect.soft(await traces(page), `${path}${tab}`).toEqual(none);
        await shot(page, `hostile${path}${tab}`.replaceAll(/[^a-z]+/gi, '-'));
        await resize(page, phone);
        await test.step(`fits on a phone: ${path}${tab}`, () => expectNoSidewaysScroll(page));
        await shot(page, `hostile-phone${path}${tab}`.replaceAll(/[^a-z]+/gi, '-'));
        await resize(page, desk);
      });
    });
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('<img');
  await expect(page.getByRole('option').filter({ hasText: image }).first()).toBeVisible();
  expect(await traces(page)).toEqual(none);
  expect(dialogs).toEqual([]);
});
