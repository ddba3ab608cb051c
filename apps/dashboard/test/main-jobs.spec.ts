import type { Page } from '@playwright/test';
import { CountedHand } from './harness/counted-hand.ts';
import type { OwnProject } from './harness/own-project.ts';
import { expect, test } from './harness/test.ts';

interface Effort {
  readonly clicks: number;
  readonly texts: number;
}

interface Job {
  readonly name: string;
  /** Of the shortest way. More, and it has become longer; fewer, and the number is to be corrected. */
  readonly effort: Effort;
  /** `demo`: the project with the demo data, of which a job only reads. `own`: a project of the job's own. */
  readonly project: 'demo' | 'own';
  readonly prepare?: (project: OwnProject) => Promise<unknown>;
  readonly work: (page: Page, hand: CountedHand, project: OwnProject) => Promise<void>;
}

const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const answered = (page: Page): Promise<void> => expect(page.getByText(/^Took/)).toBeVisible();

async function openExplore(page: Page, hand: CountedHand): Promise<void> {
  await hand.click(tab(page, 'Explore'));
  await answered(page);
}

async function funnelOfThree(page: Page, hand: CountedHand): Promise<void> {
  await openExplore(page, hand);
  await hand.click(tab(page, 'Funnel'));
  const step = (place: number) => page.getByRole('button', { name: `Step ${place}: Select an event` });
  // The event of the chart before is the first step.
  await expect(page.getByRole('button', { name: 'Step 1: recipe_viewed' })).toBeVisible();
  await hand.choose(step(2), 'cart_item', 'cart_item_added');
  await hand.click(page.getByRole('button', { name: 'Add step' }));
  await hand.choose(step(3), 'purchase');
  await expect(page.getByTestId('funnel-headline')).toBeVisible();
}

const makeFlag = (project: OwnProject) =>
  project.api('POST', '/v1/flags', { key: 'new_search', name: 'New search', platforms: ['web'] });

const jobs: readonly Job[] = [
  {
    name: 'How many people used the app?',
    effort: { clicks: 0, texts: 0 },
    project: 'demo',
    work: async (page) => {
      await expect(page.getByText('Active users').first()).toBeVisible();
    },
  },
  {
    name: 'Purchases by country',
    effort: { clicks: 5, texts: 2 },
    project: 'demo',
    work: async (page, hand) => {
      await openExplore(page, hand);
      await hand.choose(page.getByRole('button', { name: /^Event: / }), 'purchase');
      await hand.choose(page.getByRole('button', { name: 'Breakdown: none' }), 'countr', /Country/);
      await expect(page.getByRole('table', { name: 'Legend' }).getByRole('rowheader', { name: 'DE' })).toBeVisible();
    },
  },
  {
    name: 'Where people leave before they buy',
    effort: { clicks: 7, texts: 2 },
    project: 'demo',
    work: funnelOfThree,
  },
  {
    name: 'Who left before they bought, to look at them',
    effort: { clicks: 9, texts: 2 },
    project: 'demo',
    work: async (page, hand) => {
      await funnelOfThree(page, hand);
      await hand.click(page.getByRole('button', { name: 'List people who dropped off before step 3' }));
      await hand.click(dialog(page).getByRole('link').first());
      await expect(page).toHaveURL(/\/people\//);
    },
  },
  {
    name: 'A new flag for 10 % of users',
    effort: { clicks: 6, texts: 2 },
    project: 'own',
    work: async (page, hand, project) => {
      await hand.click(tab(page, 'Flags'));
      await hand.click(page.getByRole('button', { name: 'Create flag' }));
      await hand.fill(page.getByLabel('Name'), 'New checkout');
      await hand.click(dialog(page).getByRole('button', { name: 'Create flag' }));
      await hand.click(page.getByRole('button', { name: 'Add rollout' }));
      await hand.fill(page.getByRole('textbox', { name: /^Roll out to/ }), '10');
      await hand.click(page.getByRole('button', { name: 'Review and save' }));
      await hand.click(dialog(page).getByRole('button', { name: 'Save to production' }));
      await expect(dialog(page)).toHaveCount(0);
      const { rollout } = await project.api<{ rollout: { percentage: number } | null }>(
        'GET',
        '/v1/flags/new_checkout/rules',
      );
      expect(rollout?.percentage).toBe(10);
    },
  },
  {
    name: 'Switch a feature off, now',
    effort: { clicks: 3, texts: 1 },
    project: 'own',
    prepare: makeFlag,
    work: async (page, hand) => {
      await hand.click(tab(page, 'Flags'));
      const targeting = page.getByRole('switch', { name: 'Targeting of new_search' });
      await expect(targeting).toBeChecked();
      // What is seen of a switch is its label.
      await hand.click(page.getByRole('grid').locator('label').first());
      await hand.fill(dialog(page).getByLabel('Reason'), 'Errors');
      await hand.click(dialog(page).getByRole('button', { name: 'Kill flag' }));
      await expect(targeting).not.toBeChecked();
    },
  },
  {
    name: 'Did the experiment win?',
    effort: { clicks: 2, texts: 0 },
    project: 'demo',
    work: async (page, hand) => {
      await hand.click(tab(page, 'Experiments'));
      await hand.click(page.getByRole('grid').getByRole('link').first());
      await expect(page.locator('#verdict')).toContainText(/raises|no clear|Not enough data|Stop|Safe/);
    },
  },
  {
    name: 'Why does the app crash?',
    effort: { clicks: 2, texts: 0 },
    project: 'demo',
    work: async (page, hand) => {
      await hand.click(tab(page, 'Crashes'));
      await hand.click(page.getByRole('grid').getByRole('link').first());
      await expect(page.getByRole('region', { name: 'Stack trace' })).toBeVisible();
    },
  },
  {
    name: 'What did this person do?',
    effort: { clicks: 2, texts: 1 },
    project: 'own',
    prepare: async (project) => {
      await project.api('POST', '/v1/ingest', { batch: [{ event: 'opened', context: { user: { id: 'ada' } } }] });
      await expect.poll(async () => (await project.api<readonly object[]>('GET', '/v1/people')).length).toBe(1);
    },
    work: async (page, hand) => {
      await hand.click(tab(page, 'People'));
      await hand.fill(page.getByRole('searchbox'), 'ad');
      await hand.click(page.getByRole('grid').getByRole('link').first());
      await expect(page.getByRole('list', { name: /Activity on/ })).toContainText('opened');
    },
  },
  {
    name: 'A chart on a dashboard',
    effort: { clicks: 4, texts: 2 },
    project: 'own',
    prepare: async (project) => {
      await project.store([{ event: 'opened', context: { user: { id: 'ada' } } }]);
    },
    work: async (page, hand, project) => {
      await openExplore(page, hand);
      await hand.click(page.getByRole('button', { name: 'Save to dashboard' }));
      await hand.fill(dialog(page).getByLabel('Widget name'), 'Opened');
      await hand.fill(dialog(page).getByLabel('Dashboard name'), 'Usage');
      await hand.click(dialog(page).getByRole('button', { name: 'Save', exact: true }));
      await hand.click(dialog(page).getByRole('link', { name: 'Usage' }));
      await expect(page.getByRole('region', { name: 'Opened', exact: true })).toBeVisible();
      expect(await project.api<readonly object[]>('GET', '/v1/dashboards?is_template=false')).toHaveLength(1);
    },
  },
];

for (const { name, effort, project, prepare, work } of jobs) {
  test(`${name} (${effort.clicks} clicks)`, async ({ signedIn: page, ownProject }) => {
    await prepare?.(ownProject);
    await page.goto(project === 'demo' ? '/p/default/production/overview' : ownProject.page('/overview'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const hand = new CountedHand(page);
    await work(page, hand, ownProject);
    expect({ clicks: hand.clicks, texts: hand.texts }, 'what it took').toEqual(effort);
  });
}
