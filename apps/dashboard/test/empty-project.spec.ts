import { pageTable } from '../src/app/page-table.ts';
import type { PagePath } from '../src/navigation/page-path.ts';
import { eachTab } from './harness/each-tab.ts';
import { type DetailPath, detailAddress, detailPaths, type ListPath } from './harness/every-page.ts';
import { seriousFindings } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';
import { visit } from './harness/visit.ts';

/** What a page without data says of how it gets some. A new page does not compile before it says so here. */
const teaches: Record<ListPath, RegExp> = {
  '/overview': /No active users in this range.*Send an event.*Nothing needs attention\. Checked:/s,
  '/live': /Waiting for the first event.*curl/s,
  '/explore': /No events in this environment yet(?=.*Get started with an SDK).*curl/s,
  '/dashboards': /No dashboards yet.*Use template/s,
  '/alerts': /No alerts yet.*Create alert/s,
  '/alerts/new': /Nothing to preview yet/,
  '/flags': /No flags yet.*Create flag/s,
  '/experiments': /No experiments in .* yet.*Create experiment/s,
  '/groups': /No groups yet.*Create group/s,
  '/crashes': /No crashes.*curl/s,
  '/performance': /No metrics in this range.*curl.*\/v1\/performance\/ingest/s,
  '/releases': /No releases yet.*curl/s,
  '/people': /No users yet.*curl/s,
  '/cohorts': /No cohorts yet.*Create cohort/s,
  '/devices': /No devices yet.*curl/s,
  '/data': /No events in this environment yet.*curl/s,
  '/settings': /Time zone/,
  '/onboarding': /Waiting for the first event/,
};

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

const isListPath = (path: PagePath): path is ListPath => path in teaches;

test('every page of a project without data teaches how it gets some', async ({ signedIn: page, ownProject }) => {
  test.setTimeout(480_000);
  for (const { path, title } of pageTable) {
    if (!isListPath(path)) continue;
    await test.step(path, async () => {
      await visit(page, ownProject.page(path));
      const main = page.getByRole('main');
      await expect.soft(main.getByRole('heading', { level: 1 }), path).toHaveText(title);
      await expect.soft(main, `${path} teaches`).toContainText(teaches[path]);
      await eachTab(page, async (tab) => {
        await expect.soft(main.getByRole('alert'), `${path}${tab} shows a problem`).toHaveCount(0);
        expect.soft(await seriousFindings(page), `axe: ${path}${tab}`).toEqual([]);
        await shot(page, `empty${path}${tab}`.replaceAll(/[^a-z]+/gi, '-'));
        await resize(page, phone);
        await test.step(`fits on a phone: ${path}${tab}`, () => expectNoSidewaysScroll(page));
        await resize(page, desk);
      });
    });
  }
});

/** Ids of the right form that nothing has. */
const unknown: Record<DetailPath, string> = {
  '/dashboards/$id': '00000000-0000-4000-8000-000000000000',
  '/alerts/$id': '00000000-0000-4000-8000-000000000000',
  '/flags/$key': 'never_made',
  '/experiments/$key': 'never_made',
  '/groups/$key': 'never_made',
  '/crashes/$id': '00000000-0000-4000-8000-000000000000',
  '/releases/$id': '00000000-0000-4000-8000-000000000000',
  '/people/$id': 'nobody',
  '/cohorts/$key': 'never_made',
  '/devices/$id': 'nothing',
  '/data/events/$name': 'never_sent',
};

test('what does not exist is said in words, and the frame stays', async ({ signedIn: page, ownProject, watch }) => {
  test.setTimeout(120_000);
  watch.allow(/the server responded with a status of 404/);
  for (const path of detailPaths) {
    await test.step(path, async () => {
      await visit(page, detailAddress(ownProject.slug, path, unknown[path]));
      await expect.soft(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
      await expect
        .soft(page.getByRole('main'), path)
        .toContainText(/not found|not here|there is no|nobody|never|does not exist|no .+ with|no .+ has/i);
      await shot(page, `unknown${path}`.replaceAll(/[^a-z]+/gi, '-'));
    });
  }
});
