import type { Template } from './template.ts';

export const performance: Template = {
  number: 1,
  name: 'Performance',
  description: 'Durations by version, device, country and network.',
  widgets: [
    {
      name: 'Durations by day',
      description: 'Median and 95th percentile by metric type.',
      position: { x: 0, y: 0, w: 8, h: 4 },
      query: {
        kind: 'sql',
        sql: `SELECT date_trunc('day', timestamp) AS day, metric_type, quantile_cont(value_ms, 0.5) AS p50_ms,
  quantile_cont(value_ms, 0.95) AS p95_ms, count(*) AS measured
FROM metrics
WHERE timestamp >= now() - INTERVAL 30 DAY
GROUP BY day, metric_type
ORDER BY day, metric_type`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'Status codes',
      description: 'Responses by status code in the last 7 days.',
      position: { x: 8, y: 0, w: 4, h: 4 },
      query: {
        kind: 'sql',
        sql: `SELECT status_code, count(*) AS answers, quantile_cont(value_ms, 0.95) AS p95_ms
FROM metrics
WHERE status_code IS NOT NULL AND timestamp >= now() - INTERVAL 7 DAY
GROUP BY status_code
ORDER BY answers DESC, status_code
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'Slowest operations',
      description: 'Slowest operations in the last 7 days. Operations with few measurements are left out.',
      position: { x: 0, y: 4, w: 12, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT metric_type, metric_name, count(*) AS measured, quantile_cont(value_ms, 0.5) AS p50_ms,
  quantile_cont(value_ms, 0.95) AS p95_ms, quantile_cont(value_ms, 0.99) AS p99_ms
FROM metrics
WHERE timestamp >= now() - INTERVAL 7 DAY
GROUP BY metric_type, metric_name
HAVING count(*) >= 20
ORDER BY p95_ms DESC, metric_name
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'By version',
      description: 'Durations by app version in the last 30 days.',
      position: { x: 0, y: 9, w: 4, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT platform, app_version, metric_type, count(*) AS measured, quantile_cont(value_ms, 0.95) AS p95_ms
FROM metrics
WHERE timestamp >= now() - INTERVAL 30 DAY
GROUP BY platform, app_version, metric_type
ORDER BY measured DESC, platform, app_version, metric_type
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'By device',
      description: 'Durations by device model in the last 30 days.',
      position: { x: 4, y: 9, w: 4, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT device_model, metric_type, count(*) AS measured, quantile_cont(value_ms, 0.95) AS p95_ms
FROM metrics
WHERE timestamp >= now() - INTERVAL 30 DAY
GROUP BY device_model, metric_type
ORDER BY measured DESC, device_model, metric_type
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'By country and network',
      description: 'Durations by country and network type in the last 30 days.',
      position: { x: 8, y: 9, w: 4, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT country, network_type, count(*) AS measured, quantile_cont(value_ms, 0.95) AS p95_ms
FROM metrics
WHERE timestamp >= now() - INTERVAL 30 DAY
GROUP BY country, network_type
ORDER BY measured DESC, country, network_type
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
  ],
};
