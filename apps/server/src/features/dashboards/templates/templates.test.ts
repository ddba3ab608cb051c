import { limits } from '@lamppost/protocol';
import * as bodyValidators from '@lamppost/protocol/body-validators';
import { describe, expect, test } from 'vitest';
import type { WidgetPosition } from '../dashboard-store.ts';
import { templateColumns } from './template.ts';
import { templates } from './templates.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function overlap(a: WidgetPosition, b: WidgetPosition): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

test('there is one for each subject, listed from the highest id down', () => {
  expect(templates.map(({ name }) => name)).toEqual([
    'Engagement',
    'Acquisition',
    'Errors and health',
    'Flags and experiments',
    'Performance',
  ]);
  const ids = templates.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
});

test('every id is a UUID of its own, below every id that is made today', () => {
  const ids = templates.flatMap(({ id, widgets }) => [id, ...widgets.map((widget) => widget.id)]);
  expect(ids.filter((id) => !uuid.test(id) || id > '01000000-0000-7000-8000-000000000000')).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

for (const { name, description, layout, widgets } of templates) {
  describe(`the template ${name}`, () => {
    test('can be sent as a dashboard of one’s own', () => {
      const sent = widgets.map(({ name, description, position, query, viz }) => {
        return { name, description, position, query, viz, type: query.kind };
      });
      const body = { name, description, layout, widgets: sent };
      expect([bodyValidators.MaterializeBody(body), bodyValidators.MaterializeBody.errors]).toEqual([true, null]);
      expect(JSON.stringify(body).length).toBeLessThan(limits.otherBodyBytes);
    });

    test('holds four to eight widgets, each with a name of its own', () => {
      expect(widgets.length).toBeGreaterThanOrEqual(4);
      expect(widgets.length).toBeLessThanOrEqual(8);
      expect(new Set(widgets.map((widget) => widget.name)).size).toBe(widgets.length);
    });

    test('fills its columns: no widget stands outside, on another, or below a row of nothing', () => {
      const outside = widgets.filter(({ position: { x, w } }) => x < 0 || x + w > templateColumns);
      expect(outside.map((widget) => widget.name)).toEqual([]);
      const pairs = widgets.flatMap((a, index) => widgets.slice(index + 1).map((b) => [a, b] as const));
      const onEachOther = pairs.filter(([a, b]) => overlap(a.position, b.position));
      expect(onEachOther.map(([a, b]) => `${a.name} and ${b.name}`)).toEqual([]);
      const height = Math.max(...widgets.map(({ position: { y, h } }) => y + h));
      const cells = widgets.reduce((sum, { position: { w, h } }) => sum + w * h, 0);
      expect(cells).toBe(height * templateColumns);
    });
  });
}

test('negative control: two widgets that share a cell are seen', () => {
  expect(overlap({ x: 0, y: 0, w: 6, h: 4 }, { x: 5, y: 3, w: 2, h: 2 })).toBe(true);
  expect(overlap({ x: 0, y: 0, w: 6, h: 4 }, { x: 6, y: 0, w: 6, h: 4 })).toBe(false);
});
