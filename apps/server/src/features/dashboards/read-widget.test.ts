import type { FilledInsightQuery } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import { Unacceptable } from '../../control/control-errors.ts';
import { patchWidget, readWidget } from './read-widget.ts';

const range = { kind: 'relative', last: '7d' } as const;
const queries: readonly FilledInsightQuery[] = [
  { kind: 'timeseries', event: 'a', interval: 'day', range, filters: [], aggregation: { kind: 'count' } },
  { kind: 'funnel', steps: [], conversionWindow: '7d', range, filters: [] },
  { kind: 'retention', cohortEvent: 'a', returnEvent: 'a', interval: 'week', range, filters: [] },
  { kind: 'paths', depth: 5, range, filters: [] },
  { kind: 'lifecycle', event: 'a', interval: 'day', range, filters: [] },
  { kind: 'stickiness', event: 'a', interval: 'day', range, filters: [] },
  { kind: 'distribution', event: 'a', field: 'event_properties.n', buckets: 20, range, filters: [] },
  { kind: 'crash_free', of: 'sessions', interval: 'day', range },
  { kind: 'crashes', interval: 'day', range },
  { kind: 'performance', of: 'p95', interval: 'day', range },
  { kind: 'experiment' },
  { kind: 'sql', sql: 'SELECT 1' },
];
const [timeseries, funnel] = queries as [FilledInsightQuery, FilledInsightQuery];

describe('a new widget', () => {
  for (const query of queries) {
    test(`of kind ${query.kind} has a viz of its kind when none is sent`, () => {
      expect(readWidget({ name: 'W', query }).viz.kind).toBe(query.kind);
    });

    for (const { kind } of queries.filter((other) => other !== query)) {
      test(`of kind ${query.kind} is not of type ${kind}`, () => {
        expect(() => readWidget({ name: 'W', query, type: kind })).toThrow(Unacceptable);
      });
    }
  }

  test('keeps a viz that fits, and names the place of one that does not', () => {
    const bars = { kind: 'timeseries', chartType: 'bar' } as const;
    expect(readWidget({ name: 'W', query: timeseries, viz: bars, type: 'timeseries' }).viz).toEqual(bars);
    const wrong = () => readWidget({ name: 'W', query: funnel, viz: bars }, 'widgets.7.');
    expect(wrong).toThrow(expect.objectContaining({ field: 'widgets.7.viz.kind' }));
  });

  test('stands where it was put, and has a size of its own where none was said', () => {
    const positionOf = (position?: object) =>
      readWidget({ name: 'W', query: funnel, ...(position && { position }) }).position;
    expect(positionOf()).toEqual({ x: 0, y: 0, w: 4, h: 3 });
    expect(positionOf({ x: 2, h: 9 })).toEqual({ x: 2, y: 0, w: 4, h: 9 });
  });
});

describe('a change of a widget', () => {
  const bars = { kind: 'timeseries', chartType: 'bar' } as const;
  const content = readWidget({ name: 'W', query: timeseries, viz: bars, position: { x: 1, y: 2, w: 3, h: 4 } });
  const widget = { id: 'w', createdAtMs: 1, updatedAtMs: 1, ...content };

  test('keeps what was not sent', () => {
    expect(patchWidget(widget, {})).toEqual(widget);
    expect(patchWidget(widget, { position: { y: 9 } })).toEqual({ ...widget, position: { x: 1, y: 9, w: 3, h: 4 } });
  });

  test('to another kind of query takes a viz of that kind, sent or not', () => {
    expect(patchWidget(widget, { query: funnel }).viz).toEqual({ kind: 'funnel', showCounts: true });
    const viz = { kind: 'funnel', showCounts: false } as const;
    expect(patchWidget(widget, { query: funnel, viz, type: 'funnel' }).viz).toEqual(viz);
    expect(() => patchWidget(widget, { query: funnel, viz: bars })).toThrow(
      expect.objectContaining({ field: 'viz.kind' }),
    );
  });

  test('to a type or viz that its query has not is refused', () => {
    expect(() => patchWidget(widget, { type: 'funnel' })).toThrow(expect.objectContaining({ field: 'type' }));
    expect(() => patchWidget(widget, { viz: { kind: 'sql' } })).toThrow(expect.objectContaining({ field: 'viz.kind' }));
  });
});
