import type { FilledInsightQuery, Wire } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import type { Dashboard, Widget } from '../../dashboards/dashboard-store.ts';
import { periodBefore } from '../digest-schedule.ts';
import { MAX_WIDGETS, readDigest } from './read-digest.ts';
import type { WidgetReading } from './widget-reading.ts';

const period = periodBefore('daily', 'UTC', Date.parse('2026-11-17T09:00Z'));
const range = { kind: 'relative', last: '7d' } as const;
const trend = { kind: 'timeseries', event: 'visit', interval: 'day', range, aggregation: { kind: 'count' } };

const widget = (name: string, query: object, place: Partial<Widget> = {}): Widget => ({
  id: name,
  name,
  description: null,
  position: { x: 0, y: 0, w: 4, h: 3 },
  query: query as FilledInsightQuery,
  viz: { kind: (query as FilledInsightQuery).kind, chartType: 'line' } as Wire['WidgetViz'],
  createdAtMs: 0,
  updatedAtMs: 0,
  ...place,
});
const board = (widgets: readonly Widget[]) => ({ widgets }) as Dashboard;

class Outage extends Error {}

/** Answers every query with `answer`, and remembers what was asked. */
function reading(answer: (query: Wire['InsightQuery']) => unknown) {
  const asked: Wire['InsightQuery'][] = [];
  const run = (async (query: Wire['InsightQuery']) => {
    asked.push(query);
    return answer(query);
  }) as WidgetReading['run'];
  const isOutage = (error: unknown): boolean => error instanceof Outage;
  return { asked, reading: { frequency: 'daily', period, timezone: 'UTC', run, isOutage } as const };
}

const points = (value: number) => [{ bucketIso: '2026-11-16T00:00:00.000Z', value }];
const answered = (query: Wire['InsightQuery']) => ({
  kind: query.kind,
  series: [{ name: 'visit', points: points(12) }],
  compare: { series: [{ name: 'visit', points: points(10) }] },
});

test('widgets come in the order of the page, the first 12 of them', async () => {
  const widgets = Array.from({ length: MAX_WIDGETS + 3 }, (_, index) =>
    widget(`w${index}`, trend, { position: { x: index % 2, y: 20 - Math.floor(index / 2), w: 4, h: 3 } }),
  );
  const { blocks, leftOut } = await readDigest(board(widgets), reading(answered).reading);
  expect(blocks.map(({ name }) => name).slice(0, 3)).toEqual(['w14', 'w12', 'w13']);
  expect([blocks.length, leftOut]).toEqual([MAX_WIDGETS, 3]);
});

test('numbers are of the whole period, beside the one before', async () => {
  const { asked, reading: with12 } = reading(answered);
  const { blocks } = await readDigest(board([widget('Visits', { ...trend, movingAverage: 7 })]), with12);
  expect(blocks[0]?.figures).toEqual([{ label: 'Events', value: 12, before: 10, unit: 'number' }]);
  const absolute = { kind: 'absolute', fromIso: '2026-11-16T00:00:00.000Z', toIso: '2026-11-17T00:00:00.000Z' };
  expect(asked).toMatchObject([
    { interval: 'total', range: absolute, compare: 'previous_period' },
    { interval: 'hour', range: absolute, compare: 'previous_period', movingAverage: 7 },
  ]);
  expect(asked[0]).not.toHaveProperty('movingAverage');
});

test('a query that fails is one line, and the rest is there', async () => {
  const { reading: half } = reading((query) => {
    if ('event' in query && query.event === 'bad') throw new Error('secret detail');
    return answered(query);
  });
  const widgets = [
    widget('Bad', { ...trend, event: 'bad' }),
    widget('Good', trend, { position: { x: 1, y: 0, w: 1, h: 1 } }),
  ];
  const { blocks } = await readDigest(board(widgets), half);
  expect(blocks.map(({ name, error }) => [name, error !== undefined])).toEqual([
    ['Bad', true],
    ['Good', false],
  ]);
  expect(JSON.stringify(blocks)).not.toContain('secret detail');
});

test('a store that answers none of them is an outage, and not a digest of failures', async () => {
  const { reading: none } = reading(() => {
    throw new Outage('The store does not answer');
  });
  await expect(readDigest(board([widget('A', trend), widget('B', trend)]), none)).rejects.toThrow(Outage);
});

test('a breakdown by a personal field is not queried', async () => {
  for (const breakdownProperty of ['user_id', 'user.email', 'event_properties.phone_number', 'device_id']) {
    const { asked, reading: world } = reading(answered);
    const { blocks } = await readDigest(board([widget('By', { ...trend, breakdownProperty })]), world);
    expect(asked.some((query) => 'breakdownProperty' in query)).toBe(false);
    expect(blocks[0]?.note).toContain("don't include personal data");
  }
});

test('values that identify people are hidden, also in tables', async () => {
  const { reading: sql } = reading((query) =>
    query.kind === 'sql'
      ? {
          kind: 'sql',
          truncated: false,
          columns: ['email', 'country', 'note'].map((name) => ({ name, type: 'text' })),
          rows: Array.from({ length: 30 }, () => ['ada', 'Peru', 'mail grace@example.org']),
        }
      : {
          ...answered(query),
          series: [{ name: 'ada@example.org', points: points(1) }],
        },
  );
  const widgets = [
    widget('Table', { kind: 'sql', sql: 'SELECT 1' }),
    widget('By', { ...trend, breakdownProperty: 'event_properties.contact' }),
  ];
  const { blocks } = await readDigest(board(widgets), sql);
  expect(blocks[0]?.table?.rows).toHaveLength(10);
  expect(blocks[0]?.table?.rows[0]).toEqual(['(hidden)', 'Peru', '(hidden)']);
  expect(blocks[1]?.figures[0]?.label).toBe('(hidden)');
});
