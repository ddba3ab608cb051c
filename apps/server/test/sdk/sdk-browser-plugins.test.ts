import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';
import { VisitedSite } from '../harness/visited-site.ts';

declare const lamppost: {
  track(name: string, properties?: object): void;
  setProperties(properties: object): void;
  reset(): void;
  status(): { readonly queued: number; readonly dropped: number };
};
declare const stopCapturing: () => void;

const built = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../packages/sdk-browser/dist/${file}`, import.meta.url)), 'utf8');

/** An app that uses all of it. What it filters out stands in the page. */
const pageScript = `
import { createLamppost } from '/sdk.js';
import { autocapture } from '/autocapture.js';
import { beforeSend, sharedProperties, webContext } from '/plugins.js';
const filter = beforeSend((outgoing) => {
  if (outgoing.kind !== 'event') return outgoing;
  if (outgoing.item.event === 'private') return null;
  if (outgoing.item.event === 'broken') throw new Error('filter is broken');
  delete outgoing.item.properties?.email;
  delete outgoing.context.page?.title;
  return outgoing;
});
const options = JSON.parse(document.getElementById('settings').textContent);
window.lamppost = createLamppost({ ...options, use: [filter, sharedProperties, webContext] });
window.stopCapturing = autocapture(lamppost, { ignore: '.private' });
`;

interface Attributed {
  readonly page: Record<string, unknown>;
  readonly browser: Record<string, unknown>;
  readonly attribution: Record<string, unknown>;
}

let server: TestServer;
let site: VisitedSite;
let project: TestProject;
beforeAll(async () => {
  [server, site] = await Promise.all([TestServer.shared(), VisitedSite.open()]);
  site.scripts.set('/plugins.js', built('plugins.js')).set('/autocapture.js', built('autocapture.js'));
  site.scripts.set('/page.js', pageScript);
  await server.waitForStore();
}, 120_000);
afterAll(() => site.close());

async function visit(): Promise<BrowserContext> {
  project = await TestProject.create(server);
  return site.visitor({ key: project.publishable, url: server.url, flushMs: 100 });
}
const nothingWaits = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => lamppost.status().queued === 0, undefined, { timeout: 180_000 });

describe('what pages can add to the client, as it is published', () => {
  test('shared properties, and a filter that sees all that is added and lets nothing else through', async () => {
    const visitor = await visit();
    const { page } = await site.tab(visitor, '/shop');
    await page.evaluate(() => {
      lamppost.setProperties({ plan: 'pro', email: 'ada@example.com' });
      lamppost.track('bought', { price: 5 });
      lamppost.track('private');
      lamppost.track('broken', { email: 'ada@example.com' });
    });
    await nothingWaits(page);
    const [bought] = await project.events(1, '?event=bought');
    expect(bought?.properties).toEqual({ plan: 'pro', price: 5 });
    expect(bought?.context.page).toEqual({ host: `127.0.0.1:${site.port}`, path: '/shop', referrer: '' });
    expect(await page.evaluate(() => lamppost.status().dropped)).toBe(1);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('broken');
    // Another page of the site: they are still there.
    await page.goto(`${site.url}/shop/lamps`);
    await page.evaluate(() => lamppost.track('later'));
    await nothingWaits(page);
    const [later] = await project.events(1, '?event=later');
    expect(later?.properties).toEqual({ plan: 'pro' });
    const rows = await project.events(6);
    expect(rows.map(({ event }) => event)).not.toContain('private');
    expect(JSON.stringify(rows)).not.toContain('ada@example.com');
    await visitor.close();
  });

  test('the page, the browser and the attribution: the first touch stays, the last touch is of the session', async () => {
    const visitor = await visit();
    const { page, problems } = await site.tab(visitor, '/plain/elsewhere?token=secret');
    const elsewhere = `http://insecure.test:${site.port}/plain/mail?token=secret`;
    await page.goto(elsewhere);
    const landing = `${site.url}/shop?utm_source=mail&gclid=click-1&token=secret#top`;
    // By a link, so that the browser says where it was.
    const follow = async (to: string): Promise<void> => {
      await page.evaluate((address) => {
        location.href = address;
      }, to);
      await page.waitForURL(to);
    };
    await follow(landing);
    await nothingWaits(page);
    await follow(`${site.url}/cart?utm_source=search&session=secret`);
    await page.waitForFunction(() => typeof lamppost !== 'undefined');
    await page.evaluate(() => lamppost.track('bought'));
    await page.goto(`${site.url}/thanks`);
    await page.evaluate(() => {
      lamppost.track('thanked');
    });
    await nothingWaits(page);
    const contextOf = async (event: string): Promise<Attributed> =>
      (await project.events(1, `?event=${event}`))[0]?.context as unknown as Attributed;
    const first = {
      landing_path: '/shop',
      utm_source: 'mail',
      gclid: 'click-1',
      referrer_host: `insecure.test:${site.port}`,
    };
    expect(await contextOf('$session_start')).toMatchObject({
      browser: { name: 'Chrome', version: expect.stringMatching(/^\d+$/) },
      attribution: { ...first, first },
    });
    const search = { landing_path: '/cart', utm_source: 'search' };
    expect((await contextOf('bought')).attribution).toEqual({ ...search, first });
    expect((await contextOf('bought')).page).toMatchObject({ path: '/cart', referrer: `${site.url}/shop` });
    // No campaign, and no other site: the last touch is still the session's.
    expect((await contextOf('thanked')).attribution).toEqual({ ...search, first });
    await page.evaluate(() => {
      lamppost.reset();
      lamppost.track('other user');
    });
    await nothingWaits(page);
    expect((await contextOf('other user')).attribution).toEqual({ first: { landing_path: '/thanks' } });
    expect(JSON.stringify(await project.events(8))).not.toContain('secret');
    expect(problems).toEqual([]);
    await visitor.close();
  });

  test('clicks and submits are tracked, without anything that is typed, chosen or marked as private', async () => {
    const visitor = await visit();
    const { page, problems } = await site.tab(visitor, '/form?token=secret');
    await page.evaluate(() => {
      const form = document.createElement('form');
      form.id = 'signup';
      form.name = 'signup';
      form.innerHTML = `<input name="email" value="typed-secret"><input type="password" name="pw" value="typed-secret">
        <textarea>typed-secret</textarea><select name="plan"><option>chosen-secret</option></select>
        <input type="checkbox" name="terms" value="held-secret">
        <button name="go"><b>Sign</b>  up <i data-lp-ignore>private-secret</i></button>`;
      form.addEventListener('submit', (event) => event.preventDefault());
      const more = document.createElement('div');
      more.innerHTML = `<a id="help" href="/help?token=query-secret#part">Help ${'x'.repeat(200)}</a>
        <a id="mail" href="mailto:secret@example.com">Mail</a>
        <section data-lp-ignore><button id="hidden">private-secret</button></section>
        <div class="private"><button id="hidden-too">private-secret</button></div>
        <p id="text">no button</p><div id="host"></div>`;
      more.addEventListener('click', (event) => event.preventDefault());
      document.body.append(form, more);
      const root = (document.getElementById('host') as Element).attachShadow({ mode: 'open' });
      root.innerHTML = '<button id="inside">Inside</button>';
    });
    await page.fill('[name=email]', 'typed-secret');
    await page.click('[name=pw]');
    await page.click('[name=terms]');
    await page.click('[name=go] b');
    for (const id of ['help', 'mail', 'hidden', 'hidden-too', 'text', 'inside']) await page.click(`#${id}`);
    await page.evaluate(() => {
      document.getElementById('help')?.click();
      document.dispatchEvent(new Event('submit'));
    });
    await nothingWaits(page);
    const clicks = await project.events(5, '?event=$click');
    expect(clicks.map(({ properties }) => properties)).toEqual([
      { tag: 'input', selector: 'form#signup > input', element_name: 'terms', path: '/form' },
      { tag: 'button', selector: 'form#signup > button', element_name: 'go', text: 'Sign up', path: '/form' },
      {
        tag: 'a',
        selector: 'html > body > div > a#help',
        element_id: 'help',
        text: `Help ${'x'.repeat(75)}`,
        href: `127.0.0.1:${site.port}/help`,
        path: '/form',
      },
      { tag: 'a', selector: 'html > body > div > a#mail', element_id: 'mail', text: 'Mail', path: '/form' },
      { tag: 'button', selector: 'button#inside', element_id: 'inside', text: 'Inside', path: '/form' },
    ]);
    const [submit] = await project.events(1, '?event=$form_submit');
    expect(submit?.properties).toEqual({
      tag: 'form',
      selector: 'html > body > form#signup',
      element_id: 'signup',
      element_name: 'signup',
      path: '/form',
    });
    await page.evaluate(() => stopCapturing());
    await page.click('[name=go]');
    await page.evaluate(() => lamppost.track('end'));
    await nothingWaits(page);
    await project.events(1, '?event=end');
    const rows = await project.events(9);
    expect(rows.filter(({ event }) => event === '$click')).toHaveLength(5);
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(problems).toEqual([]);
    await visitor.close();
  });

  test('the script of a page has shared properties and the context of the page', async () => {
    const visitor = await visit();
    const { page } = await site.tab(visitor, '/tag/shop?utm_source=mail');
    await page.waitForFunction(() => typeof lamppost?.setProperties === 'function');
    await page.evaluate(() => {
      lamppost.setProperties({ plan: 'pro' });
      lamppost.track('bought');
    });
    await nothingWaits(page);
    const [bought] = await project.events(1, '?event=bought');
    expect(bought?.properties).toEqual({ plan: 'pro' });
    expect(bought?.context).toMatchObject({
      page: { path: '/tag/shop', title: '/tag/shop' },
      attribution: { utm_source: 'mail' },
    });
    await visitor.close();
  });
});
