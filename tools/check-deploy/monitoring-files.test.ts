import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type MetricRow, metricTable } from '../../apps/server/src/telemetry/metric-table.ts';
import { inRepository } from '../run/paths.mjs';

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/grafana/lamppost.json')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly query: unknown }[] };
};
const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ...dashboard.templating.list.map(({ query }) => ({ of: 'a variable', expr: JSON.stringify(query) })),
];

/** Labels that Prometheus adds to what it reads. */
const ofPrometheus = ['job', 'instance'];
const rows: readonly MetricRow[] = Object.values(metricTable);
const metrics = rows.flatMap(({ kind, name, labels }) =>
  kind === 'histogram'
    ? [
        { name: `${name}_bucket`, labels: [...labels, 'le'] },
        { name: `${name}_count`, labels },
        { name: `${name}_sum`, labels },
      ]
    : [{ name, labels }],
);
const namesIn = (expr: string): string[] => [...new Set(expr.match(/\blamppost_\w+/g) ?? [])];

/** What is asked of a metric, or grouped by, that it does not have. */
function faultsOf(expr: string): string[] {
  const names = namesIn(expr);
  const unknown = names.filter((name) => !metrics.some((metric) => metric.name === name));
  const known = new Set([
    ...ofPrometheus,
    ...metrics.filter(({ name }) => names.includes(name)).flatMap(({ labels }) => labels),
  ]);
  const matched = [...expr.matchAll(/\{([^{}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*\\?"/g)].map(([, label = '']) => label),
  );
  const grouped = [...expr.matchAll(/\b(?:by|without|ignoring|on) \(([^()]*)\)/g)].flatMap(([, inside = '']) =>
    inside.split(',').map((label) => label.trim()),
  );
  const depth = [...expr].reduce((sum, sign) => sum + (sign === '(' ? 1 : sign === ')' ? -1 : 0), 0);
  return [
    ...unknown.map((name) => `no metric ${name}`),
    ...[...matched, ...grouped].filter((label) => !known.has(label)).map((label) => `no label ${label}`),
    ...(depth === 0 ? [] : ['parentheses']),
  ];
}

describe('Prometheus and Grafana ask for what the server shows', () => {
  test.each(expressions)('$of: $expr', ({ expr }) => {
    expect(faultsOf(expr)).toEqual([]);
  });

  test.each([
    ['sum(lamppost_events_total)', 'no metric lamppost_events_total'],
    ['lamppost_available{which="events"}', 'no label which'],
    ['sum by (reason) (lamppost_store_ready)', 'no label reason'],
    ['lamppost_log_sync_duration_seconds', 'no metric lamppost_log_sync_duration_seconds'],
    ['sum(lamppost_store_ready', 'parentheses'],
  ])('a mistake is found: %s', (expr, fault) => expect(faultsOf(expr)).toContain(fault));
});

test('alerts have a name of their own, a severity and a sentence', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Lamppost[A-Z]\w+$/);
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
  }
});

test('what is measured to be watched has an alert', () => {
  const watched = rules.flatMap(({ expr }) => namesIn(expr));
  for (const name of [
    'lamppost_available',
    'lamppost_store_ready',
    'lamppost_control_available',
    'lamppost_job_held',
    'lamppost_log_unloaded_bytes',
    'lamppost_loading_behind_seconds',
    'lamppost_log_free_bytes',
    'lamppost_scheduled_backup_failed',
  ]) {
    expect(watched).toContain(name);
  }
});

test('panels of the dashboard have ids of their own, and do not overlap', () => {
  const cells = dashboard.panels.flatMap((panel) => {
    const { x, y, w, h } = (panel as unknown as { gridPos: Record<'x' | 'y' | 'w' | 'h', number> }).gridPos;
    return Array.from({ length: w * h }, (_, at) => `${x + (at % w)}/${y + Math.floor(at / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
