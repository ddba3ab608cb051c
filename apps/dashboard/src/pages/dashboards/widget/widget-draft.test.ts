import { expect, test } from 'vitest';
import { emptyInsight, emptySeries } from '../../../insights/insight.ts';
import type { Widget } from '../dashboard.ts';
import { draftOf, finish, sizeOf, withKind } from './widget-draft.ts';

const funnel = {
  id: 'w1',
  dashboard_id: 'd1',
  type: 'funnel',
  name: 'Checkout',
  description: null,
  position: { x: 0, y: 0, w: 6, h: 4 },
  query: {
    kind: 'funnel',
    steps: [
      { event: 'cart', filters: [] },
      { event: 'purchase', filters: [] },
    ],
    conversionWindow: '1h',
    range: { kind: 'relative', last: '90d' },
    filters: [],
  },
  viz: { kind: 'funnel', showCounts: false },
  created_at: '',
  updated_at: '',
} as Widget;

test('a widget that is opened and saved is as it was', () => {
  const { name, description, query, viz } = funnel;
  expect(finish(draftOf(funnel))).toEqual({ kind: 'ready', body: { name, description, query, viz } });
});

test('the label of an axis and the colours of cells survive', () => {
  const draft = draftOf({
    ...funnel,
    query: { kind: 'timeseries', event: 'a', interval: 'day', range: { kind: 'relative', last: '7d' } },
    viz: { kind: 'timeseries', chartType: 'stacked_bar', yLabel: 'People' },
  } as Widget);
  expect(finish(draft)).toMatchObject({ body: { viz: { chartType: 'stacked_bar', yLabel: 'People' } } });
  const retention = { ...withKind(draft, 'retention'), hasHeat: false };
  expect(finish(retention)).toMatchObject({ body: { viz: { kind: 'retention', colorScale: 'none' } } });
});

test('an unfinished draft says what is missing', () => {
  const empty = draftOf(undefined);
  expect(finish(empty)).toEqual({ kind: 'unfinished', missing: 'Select an event' });
  const insight = { ...emptyInsight('timeseries'), series: [{ ...emptySeries, event: 'a' }] };
  expect(finish({ ...empty, insight })).toEqual({ kind: 'unfinished', missing: 'Enter a name' });
});

test('a new widget has the size that its kind needs, on any grid', () => {
  const draft = draftOf(undefined);
  expect(sizeOf(draft, 12)).toEqual({ w: 6, h: 4 });
  expect(sizeOf(withKind(draft, 'sql'), 48)).toEqual({ w: 48, h: 16 });
  const metric = { ...draft, insight: { ...emptyInsight('timeseries'), chart: 'single_metric' as const } };
  expect(sizeOf(metric, 24)).toEqual({ w: 6, h: 4 });
});
