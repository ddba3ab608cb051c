import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import { PastedApps } from './harness/pasted-apps.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { signInAs } from './harness/sign-in-as.ts';
import { expect, test } from './harness/test.ts';

const run = promisify(execFile);

test('the curl snippet works as it is pasted, and the page shows its event and goes on by itself', async ({
  signedIn: page,
  ownProject,
}) => {
  await page.goto(ownProject.page('/onboarding?with=curl'));
  await expect(page.getByText(ownProject.keys.production.publishable, { exact: true })).toBeVisible();
  await expect(page.getByText('Waiting for the first event')).toBeVisible();
  await shot(page, 'onboarding');
  const snippet = (await page.getByRole('figure', { name: 'curl: Run in a terminal' }).textContent()) ?? '';
  const { stdout } = await run('bash', ['-c', snippet]);
  expect(JSON.parse(stdout)).toMatchObject({ data: { accepted: 1 } });
  await expect(page.getByText('hello received')).toBeVisible();
  await expect(page.getByRole('tree', { name: 'The event' })).toContainText('the terminal');
  const next = page.getByRole('region', { name: 'Next steps' });
  await expect(next.getByRole('heading', { name: 'Next steps' })).toBeFocused();
  await shot(page, 'onboarding-done');
  await expectAccessible(page);
  await next.getByRole('link', { name: /Create a flag/ }).click();
  await expect(page).toHaveURL(/\/flags\?new=true/);
  await expect(page.getByRole('dialog', { name: 'New flag' })).toBeVisible();
});

test('the snippets with SDKs work as they are pasted, and the page shows their event', async ({
  signedIn: page,
  ownProject,
}) => {
  const open = (kind: string) => page.goto(ownProject.page(`/onboarding?with=${kind}`));
  const shown = async (title: string): Promise<string> =>
    (await page.getByRole('figure', { name: title }).textContent()) ?? '';
  const { publishable } = ownProject.keys.production;
  const elsewhere = await PastedApps.open(page.context());
  try {
    await open('script-tag');
    await expect(page.getByRole('figure')).toContainText(publishable);
    await shot(page, 'onboarding-script-tag');
    await elsewhere.visit(await shown('Script tag: Add to the head of your pages'));
    for (const [kind, label] of [
      ['browser', 'Browser'],
      ['react-native', 'React Native'],
    ] as const) {
      await open(kind);
      await expect(page.getByRole('figure').last()).toContainText(publishable);
      await elsewhere.start(await shown(`${label}: Add to your app's entry point`));
    }
    await open('node');
    await page.getByRole('button', { name: 'Create secret key' }).click();
    await expect(page.getByText('The new secret key is in the command above')).toBeVisible();
    await expect(page.getByText('Waiting for the first event')).toBeVisible();
    await elsewhere.save('hello.mjs', await shown("Node: Save as hello.mjs, or add to your server's entry point"));
    await elsewhere.run(await shown('Node: Run with a secret key'));
    await expect(page.getByText('hello received')).toBeVisible();
    const from = async () => {
      const rows = await ownProject.api<{ properties: { from: string } }[]>('GET', '/v1/events?event=hello');
      return rows.map(({ properties }) => properties.from).toSorted();
    };
    await expect.poll(from).toEqual([`Node ${process.version}`, 'a page', 'a script tag', 'an app']);
  } finally {
    await elsewhere.close();
  }
});

test('the line that installs an SDK takes it from this server, and npm’s name stands beside it', async ({
  signedIn: page,
  ownProject,
}) => {
  await page.goto(ownProject.page('/onboarding?with=browser'));
  const served = page.getByRole('figure', { name: 'Browser: Install from this server' });
  await expect(served).toHaveText(/^npm install http\S+\/sdk\/browser-\d+\.\d+\.\d+\S*\.tgz$/);
  await expect(page.getByRole('figure', { name: 'Browser: Or install from npm' })).toHaveText(
    'npm install @lamppost/browser',
  );
  const url = (await served.textContent())?.replace('npm install ', '') ?? '';
  expect(new URL(url).origin).toBe(new URL(page.url()).origin);
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  await shot(page, 'onboarding-browser');
});

test('only who may make a secret key is offered one', async ({ page, ownProject }) => {
  await signInAs(page, ownProject, 'editor');
  await page.goto(ownProject.page('/onboarding?with=node'));
  await expect(page.getByText("If you don't have it, ask a project admin.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create secret key' })).toHaveCount(0);
});

test('an event that is refused is shown with its reason, inert, and the listening goes on', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  await page.goto(ownProject.page('/onboarding'));
  await expect(page.getByText('Waiting for the first event')).toBeVisible();
  const send = async (event: object) => {
    const response = await fetch(`${bootstrap.base_url}/v1/ingest`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${ownProject.keys.production.publishable}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ batch: [event] }),
    });
    expect(response.status).toBe(202);
  };
  await send({ event: '<img src=x onerror="window.hit=1">', event_id: '' });
  await expect(page.getByRole('alert')).toContainText('was rejected');
  await expect(page.getByText('Waiting for the first event')).toBeVisible();
  await send({
    event: 'mended',
    properties: { '<script>window.hit=1</script>': 'x'.repeat(10_000), rtl: '\u202eabc' },
  });
  await expect(page.getByText('mended received')).toBeVisible();
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

test('an environment without a readable key gets one, and every snippet carries it', async ({
  signedIn: page,
  ownProject,
}) => {
  await ownProject.api('POST', '/v1/environments', { slug: 'staging', name: 'Staging' });
  await page.goto(ownProject.page('/onboarding', 'staging'));
  await page.getByRole('button', { name: 'Create publishable key' }).click();
  await expect(page.getByText(/^lp_pub_staging_\w+$/)).toBeVisible();
  const [made] = await ownProject.api<{ key: string }[]>('GET', '/v1/keys?limit=1');
  const key = made?.key ?? 'none';
  expect(key).toMatch(/^lp_pub_staging_/);
  await expect(page.getByText(key, { exact: true })).toBeVisible();
  for (const name of ['Browser', 'Script tag', 'React Native', 'curl']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('figure').last()).toContainText(key);
    await expect(page.getByRole('figure').last()).toContainText(new URL(page.url()).origin);
  }
  await page.reload();
  await expect(page.getByRole('figure', { name: 'curl: Run in a terminal' })).toContainText(key);
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('a viewer is told whom to ask for a key', async ({ page, ownProject }) => {
  await ownProject.api('POST', '/v1/environments', { slug: 'staging', name: 'Staging' });
  await signInAs(page, ownProject, 'viewer');
  await page.goto(ownProject.page('/onboarding', 'staging'));
  await expect(page.getByText('Ask a project admin to create one.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create publishable key' })).toHaveCount(0);
});
