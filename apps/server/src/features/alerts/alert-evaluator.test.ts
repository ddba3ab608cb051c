import type { Wire } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import type { RunInsight } from '../insights/run-insight.ts';
import { AlertEvaluator } from './alert-evaluator.ts';
import { previewAlert } from './preview-alert.ts';
import { readAlertDefinition } from './read-alert.ts';

const HOUR = 3_600_000;
/** A Tuesday, 15:10 in UTC. */
const NOW = Date.parse('2026-11-17T15:10:00Z');
const scope = { projectId: 'p', environmentId: 'e' };
const range = { kind: 'relative', last: '7d' } as const;
const purchases = { kind: 'timeseries', event: 'purchase', interval: 'day', range } as const;
const unusual = { kind: 'unusual', direction: 'either', sensitivity: 'medium' } as const;

type Answer = (query: Parameters<RunInsight>[0]) => object;
const bounds = (query: object): [number, number] => {
  const { range: asked } = query as { range: { fromIso: string; toIso: string } };
  return [Date.parse(asked.fromIso), Date.parse(asked.toIso)];
};
const hoursOf = (query: object): number[] => {
  const [fromMs, toMs] = bounds(query);
  return Array.from({ length: (toMs - fromMs) / HOUR }, (_, at) => fromMs + at * HOUR);
};
const iso = (ms: number) => new Date(ms).toISOString();

/** Answers queries and notes the hours that each was asked for. */
function evaluatorOf(answer: Answer, asked: number[] = []) {
  const run: RunInsight = async (query) => {
    const [fromMs, toMs] = bounds(query);
    asked.push((toMs - fromMs) / HOUR);
    return { resultJson: JSON.stringify(answer(query)) };
  };
  return new AlertEvaluator({ run, timezoneOf: () => 'UTC' });
}

const trend =
  (...valuesAt: ((ms: number) => number)[]): Answer =>
  (query) => ({
    kind: 'timeseries',
    series: valuesAt.map((valueAt) => ({
      name: 'line',
      points: hoursOf(query).map((ms) => ({ bucketIso: iso(ms), value: valueAt(ms) })),
    })),
  });

async function judged(answer: Answer, sent: object, nowMs = NOW) {
  const definition = readAlertDefinition({ interval: 'hour', query: purchases, ...sent } as Wire['NewAlertBody']);
  const verdicts = await evaluatorOf(answer).judge({ key: 'k', definition, scope }, nowMs, {});
  return verdicts.findLast(({ isSettled }) => isSettled);
}

describe('unusual', () => {
  const usualAt = (ms: number): number => 500 + (Math.floor(ms / HOUR) % 5) * 20;
  const drop = (ms: number): number => (ms === NOW - (NOW % HOUR) - HOUR ? 312 : usualAt(ms));

  test('says the value, the hour and what this hour of the week usually has', async () => {
    const verdict = await judged(trend(drop), { condition: unusual });
    expect(verdict).toMatchObject({ outcome: 'breached', value: 312, usual: { basis: 'hour_of_week', samples: 6 } });
    expect(verdict?.message).toMatch(
      /^purchase: 312 between 14:00 and 15:00 on 17 Nov; Tuesdays at this hour usually have [34]\d\d–[67]\d\d$/,
    );
  });

  test.each([
    ['the same hour of any day', 10 * 24, 'hour_of_day'],
    ['all hours', 3 * 24, 'all'],
  ])('with less history it compares with %s', async (_, hours, basis) => {
    const verdict = await judged(
      trend((ms) => (ms < NOW - hours * HOUR ? 0 : drop(ms))),
      { condition: unusual },
    );
    expect(verdict?.usual?.basis).toBe(basis);
  });

  test('with too little history it does not judge, and says so', async () => {
    const verdict = await judged(
      trend((ms) => (ms < NOW - 20 * HOUR ? 0 : drop(ms))),
      { condition: unusual },
    );
    expect([verdict?.outcome, verdict?.usual]).toEqual(['unknown', null]);
    expect(verdict?.message).toMatch(/Too little history to say what is usual: 1\d of at least 48 hours with data$/);
  });

  test('what is usual is asked for once; later checks ask for the latest hours only', async () => {
    const asked: number[] = [];
    const evaluator = evaluatorOf(trend(drop), asked);
    const definition = readAlertDefinition({ interval: 'hour', query: purchases, condition: unusual });
    const first = await evaluator.judge({ key: 'k', definition, scope }, NOW, {});
    const second = await evaluator.judge({ key: 'k', definition, scope }, NOW, {});
    const later = await evaluator.judge({ key: 'k', definition, scope }, NOW + HOUR, {});
    expect(second).toEqual(first);
    expect(later.at(-1)?.fromMs).toBe(NOW - (NOW % HOUR) + HOUR);
    expect(asked.slice(0, 2).reduce((sum, hours) => sum + hours, 0)).toBeGreaterThan(1_000);
    expect(asked.slice(2).every((hours) => hours < 10)).toBe(true);
  });
});

const threshold = (op: 'above' | 'below', value: number) => ({ condition: { kind: 'threshold', op, value } });

test('an hour that is not over counts only where the rest of it cannot undo what is known', async () => {
  const lastOf = async (sent: object) => {
    const definition = readAlertDefinition({ interval: 'hour', query: purchases, ...sent } as Wire['NewAlertBody']);
    return (await evaluatorOf(trend(() => 7)).judge({ key: 'k', definition, scope }, NOW, {})).at(-1);
  };
  expect(await lastOf(threshold('above', 5))).toMatchObject({ isSettled: false, outcome: 'breached' });
  expect(await lastOf(threshold('below', 9))).toMatchObject({ isSettled: false, outcome: 'unknown' });
});

test('an average of nothing is no value, and one of something is', async () => {
  const query = { ...purchases, aggregation: { kind: 'average', field: 'event_properties.price' } };
  const sent = { query, ...threshold('below', 5) };
  expect(
    await judged(
      trend(
        () => 0,
        () => 0,
      ),
      sent,
    ),
  ).toMatchObject({ value: null, outcome: 'unknown' });
  expect(
    await judged(
      trend(
        () => 0,
        () => 3,
      ),
      sent,
    ),
  ).toMatchObject({ value: 0, outcome: 'breached' });
});

test('a funnel is asked hour by hour, up to its step', async () => {
  const answer: Answer = () => ({
    kind: 'funnel',
    steps: [
      { event: 'a', count: 200, percentage: 100 },
      { event: 'b', count: 60, percentage: 30 },
      { event: 'c', count: 20, percentage: 10 },
    ],
  });
  const query = { kind: 'funnel', steps: ['a', 'b', 'c'], range };
  const verdict = await judged(answer, { query, step: 1, ...threshold('below', 40) });
  expect(verdict?.message).toBe('Conversion from a to b: 30 % between 14:00 and 15:00 on 17 Nov; below 40 %');
});

test('the margin of a share is one of its distance to 100 %', async () => {
  const crashFree =
    (value: number): Answer =>
    (query) => ({
      kind: 'crash_free',
      series: [{ points: hoursOf(query).map((ms) => ({ bucketIso: iso(ms), value, count: 900 })) }],
    });
  const sent = { query: { kind: 'crash_free', range }, ...threshold('below', 99) };
  const outcomeOf = async (value: number) => (await judged(crashFree(value), sent))?.outcome;
  expect([await outcomeOf(98.9), await outcomeOf(99.02), await outcomeOf(99.1)]).toEqual([
    'breached',
    'between',
    'recovered',
  ]);
});

test.each([
  ['down', 30, 70, 'breached', '30 % less than the hour before (100)'],
  ['down', 30, 80, 'recovered', '20 % less than the hour before (100)'],
  ['up', 30, 131, 'breached', '31 % more than the hour before (100)'],
  ['either', 30, 100, 'recovered', 'the same as the hour before (100)'],
] as const)('change %s by %i %%: %i after 100 is %s', async (direction, by, value, outcome, words) => {
  const last = NOW - (NOW % HOUR) - HOUR;
  const condition = { kind: 'change', direction, by, unit: 'percent' };
  const verdict = await judged(
    trend((ms) => (ms === last ? value : 100)),
    { condition },
  );
  expect([verdict?.outcome, verdict?.message.split('; ')[1]]).toEqual([outcome, words]);
});

test('from 0 there is no change in percent', async () => {
  const condition = { kind: 'change', direction: 'up', by: 30, unit: 'percent' };
  const verdict = await judged(
    trend(() => 0),
    { condition },
  );
  expect([verdict?.outcome, verdict?.message]).toEqual(['unknown', expect.stringMatching(/It was 0 before/)]);
});

test('a preview in the first minutes of an hour, when the last one has not settled, knows the state before', async () => {
  const definition = readAlertDefinition({
    interval: 'hour',
    query: purchases,
    condition: { kind: 'threshold', op: 'below', value: 5 },
  });
  const verdicts = await evaluatorOf(trend(() => 9)).preview(definition, scope, NOW - 9 * 60_000, {});
  expect(verdicts.slice(-3).map(({ isSettled }) => isSettled)).toEqual([true, false, false]);
  expect(previewAlert(definition, verdicts).last.state).toBe('ok');
});

test('a preview says when the alert would have fired and been resolved', async () => {
  const definition = readAlertDefinition({
    interval: 'hour',
    query: purchases,
    condition: { kind: 'threshold', op: 'above', value: 5 },
    for_intervals: 2,
  });
  const start = NOW - (NOW % HOUR) - 100 * HOUR;
  const answer = trend((ms) => (ms >= start && ms < start + 4 * HOUR ? 9 : 1));
  const verdicts = await evaluatorOf(answer).preview(definition, scope, NOW, {});
  expect(verdicts).toHaveLength(14 * 24);
  expect(previewAlert(definition, verdicts).firing).toEqual([{ fromMs: start + HOUR, toMs: start + 4 * HOUR }]);
});
