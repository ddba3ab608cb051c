import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin, type FlagRow } from '../harness/admin.ts';
import { launchChromium } from '../harness/launch-chromium.ts';
import { startNextApp } from '../harness/next-app.ts';
import { TestServer } from '../harness/server.ts';
import type { ServingProgram } from '../harness/serving-program.ts';
import { TestProject } from '../harness/test-project.ts';

declare const shownTexts: string[];

let server: TestServer;
let project: TestProject;
let admin: Admin;
let flag: FlagRow;
let app: ServingProgram;
let browser: Browser;
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  admin = new Admin(project);
  flag = await admin.flag('banner', { value_type: 'string', default_value: 'for everyone' });
  const conditions = [{ field: 'user_id', op: 'eq', values: ['ada'] }];
  await admin.rules(flag.id, [{ conditions, value: 'for ada', percentage: 100, enabled: true }]);
  const { publishable, secret } = project;
  [app, browser] = await Promise.all([
    startNextApp({ lamppostUrl: server.url, publishable, secret }),
    launchChromium(),
  ]);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const htmlFor = async (user: string): Promise<string> =>
  await (await fetch(app.url, { headers: { cookie: `user=${user}` } })).text();

test('the server renders each user’s flags, evaluated by itself', async () => {
  expect(await htmlFor('ada')).toContain('<p id="banner">for ada</p>');
  expect(await htmlFor('bob')).toContain('<p id="banner">for everyone</p>');
});

test('the browser goes on with them: no flicker, no mismatch, one exposure, and changes as they happen', async () => {
  const visitor = await browser.newContext();
  await visitor.addCookies([{ name: 'user', value: 'ada', url: app.url }]);
  const page = await visitor.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${error}`));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(globalThis, { shownTexts: texts });
    const look = (): void => {
      const text = document.getElementById('banner')?.textContent;
      if (text && texts.at(-1) !== text) texts.push(text);
    };
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  });
  const answered = page.waitForResponse((response) => response.url() === `${app.url}/lp/v1/config`);
  await page.goto(app.url);
  await answered;
  const [exposure] = await project.events(1, '?event=$flag_exposure&user_id=ada');
  expect(exposure?.properties).toMatchObject({ flag_key: 'banner', value: 'for ada' });
  expect(await page.evaluate(() => shownTexts)).toEqual(['for ada']);

  await admin.kill(flag.id, { value: 'killed' });
  await page.waitForFunction(() => document.getElementById('banner')?.textContent === 'killed');
  expect(await page.evaluate(() => shownTexts)).toEqual(['for ada', 'killed']);
  expect(problems).toEqual([]);
  await visitor.close();
}, 120_000);
