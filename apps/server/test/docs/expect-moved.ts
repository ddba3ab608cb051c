import { expect } from 'vitest';
import { type TestServer, waitUntil } from '../harness/server.ts';
import type { GuideShell } from './guide-shell.ts';

interface Stage {
  readonly server: TestServer;
  readonly shell: GuideShell;
}

interface Rule {
  readonly conditions: readonly { field: string; op: string; values: readonly unknown[] }[];
  readonly value: unknown;
  readonly percentage: number;
}

const read = async <T>({ server, shell }: Stage, path: string): Promise<T> =>
  (await server.json<{ data: T }>(path, { key: shell.secretKey })).data;

async function rulesOf(
  stage: Stage,
  key: string,
): Promise<readonly [where: string, value: unknown, percentage: number][]> {
  const { rules } = await read<{ rules: readonly Rule[] }>(stage, `/v1/flags/${key}/rules`);
  return rules.map(({ conditions, value, percentage }) => [
    conditions.map(({ field, op, values }) => `${field} ${op} ${values.join('|')}`).join(' & '),
    value,
    percentage,
  ]);
}

const keysOf = async (stage: Stage): Promise<readonly string[]> =>
  (await read<readonly { key: string }[]>(stage, '/v1/flags')).map(({ key }) => key).sort();

async function expectEvents(stage: Stage, expected: readonly (readonly [name: string, user: string | null])[]) {
  const { server, shell } = stage;
  await server.waitForCount(expected.length, '', shell.secretKey);
  const events = await read<readonly { event: string; user_id: string | null }[]>(stage, '/v1/events');
  expect(events.map(({ event, user_id }) => [event, user_id]).sort()).toEqual([...expected].sort());
}

/** What has arrived after the commands of a guide were run on an export of the other product. */
export const expectMoved: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'import.md': async (stage) => {
    await expectEvents(stage, [
      ['Signed Up', 'u-1'],
      ['Paid', 'u-1'],
      ['$identify', 'u-1'],
      ['Order Completed', 'u-1'],
      ['order paid', 'u-1'],
      ['order paid', 'u-2'],
      ['order paid', 'u-3'],
    ]);
  },
  'move-from-posthog.md': async (stage) => {
    await expectEvents(stage, [
      ['$identify', 'u-1'],
      ['$pageview', null],
      ['paid', 'u-1'],
    ]);
    expect(await keysOf(stage)).toEqual(['new_checkout', 'old_banner']);
    expect(await rulesOf(stage, 'new_checkout')).toEqual([
      ['plan in pro|team', true, 50],
      ['', true, 10],
    ]);
    expect(await rulesOf(stage, 'old_banner')).toEqual([]);
  },
  'move-from-sentry.md': async (stage) => {
    const groups = () => read<readonly { title: string; culprit: string | null }[]>(stage, '/v1/crashes/groups');
    await waitUntil(async () => (await groups()).length === 1);
    const [group] = await groups();
    expect(group?.title).toBe('TypeError: x is undefined');
    expect(group?.culprit).toContain('total');
  },
  'move-from-unleash.md': async (stage) => {
    expect(await keysOf(stage)).toEqual(['by_segment', 'new_checkout', 'old_banner']);
    expect(await rulesOf(stage, 'by_segment')).toEqual([['', true, 100]]);
    expect(await rulesOf(stage, 'new_checkout')).toEqual([
      ['plan in pro', true, 25],
      ['user_id in u-1|u-2', true, 100],
    ]);
  },
  'move-from-growthbook.md': async (stage) => {
    expect(await keysOf(stage)).toEqual(['new_checkout', 'page_size']);
    expect(await rulesOf(stage, 'new_checkout')).toEqual([['country in DE|AT & plan eq pro', true, 50]]);
    expect(await rulesOf(stage, 'page_size')).toEqual([['plan eq pro', 50, 100]]);
    await expectEvents(stage, [['purchase', 'u-1']]);
  },
  'move-from-launchdarkly.md': async (stage) => {
    expect(await keysOf(stage)).toEqual(['new_checkout', 'page_size']);
    expect(await rulesOf(stage, 'new_checkout')).toEqual([
      ['user_id in u-1|u-2', true, 100],
      ['country in DE', true, 30],
      ['country in DE', false, 100],
    ]);
    expect(await read(stage, '/v1/flags/new_checkout/rules')).toMatchObject({
      rollout: { percentage: 10, value: true },
    });
  },
  'move-from-firebase.md': async (stage) => {
    await expectEvents(stage, [
      ['$screen', null],
      ['purchase', 'u-1'],
    ]);
    expect(await keysOf(stage)).toEqual(['newcheckout', 'title']);
    expect(await rulesOf(stage, 'newcheckout')).toEqual([
      ['platform eq ios & country in DE|AT', true, 100],
      ['', true, 20],
    ]);
  },
};
