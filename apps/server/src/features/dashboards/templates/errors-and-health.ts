import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { Template } from './template.ts';

export const errorsAndHealth: Template = {
  number: 3,
  name: 'Errors and health',
  description: 'Crashes and errors by day, version and device.',
  widgets: [
    {
      name: 'Crash-free sessions',
      description: 'Share of sessions without a crash, by day.',
      position: { x: 0, y: 0, w: 6, h: 4 },
      query: {
        kind: 'sql',
        sql: `SELECT date_trunc('day', started.timestamp) AS day, count(DISTINCT started.session_id) AS sessions,
  round(100 - 100.0 * count(DISTINCT crashed.session_id) / count(DISTINCT started.session_id), 2) AS crash_free_percent
FROM events AS started
LEFT JOIN (
  SELECT DISTINCT session_id FROM crashes WHERE timestamp >= now() - INTERVAL 31 DAY
) AS crashed ON crashed.session_id = started.session_id
WHERE started.event_name = '${SYSTEM_EVENTS.sessionStart}' AND started.session_id IS NOT NULL
  AND started.timestamp >= now() - INTERVAL 30 DAY
GROUP BY day
ORDER BY day`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'Crashes by day',
      description: 'Crash reports and affected devices.',
      position: { x: 6, y: 0, w: 6, h: 4 },
      query: {
        kind: 'sql',
        sql: `SELECT date_trunc('day', timestamp) AS day, count(*) AS crashes, count(DISTINCT device_id) AS devices
FROM crashes
WHERE timestamp >= now() - INTERVAL 30 DAY
GROUP BY day
ORDER BY day`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'Top crashes',
      description: 'Most frequent crashes in the last 7 days.',
      position: { x: 0, y: 4, w: 12, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT exception_type, any_value(exception_message) AS message, count(*) AS crashes,
  count(DISTINCT device_id) AS devices, max(timestamp) AS last_seen
FROM crashes
WHERE timestamp >= now() - INTERVAL 7 DAY
GROUP BY exception_type
ORDER BY crashes DESC, exception_type
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'Crashes by version',
      description: 'Versions with the most crashes in the last 30 days.',
      position: { x: 0, y: 9, w: 4, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT platform, app_version, count(*) AS crashes, count(DISTINCT device_id) AS devices
FROM crashes
WHERE timestamp >= now() - INTERVAL 30 DAY
GROUP BY platform, app_version
ORDER BY crashes DESC, platform, app_version
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'Crashes by device',
      description: 'Device models and OS versions with the most crashes in the last 30 days.',
      position: { x: 4, y: 9, w: 4, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT device_model, os_version, count(*) AS crashes, count(DISTINCT device_id) AS devices
FROM crashes
WHERE timestamp >= now() - INTERVAL 30 DAY
GROUP BY device_model, os_version
ORDER BY crashes DESC, device_model, os_version
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'Failing operations',
      description: 'Operations with errors in the last 7 days.',
      position: { x: 8, y: 9, w: 4, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT metric_name, count(*) AS measured, count(*) FILTER (WHERE is_error) AS errors,
  round(100.0 * count(*) FILTER (WHERE is_error) / count(*), 2) AS error_percent
FROM metrics
WHERE timestamp >= now() - INTERVAL 7 DAY
GROUP BY metric_name
HAVING count(*) FILTER (WHERE is_error) > 0
ORDER BY errors DESC, metric_name
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
  ],
};
