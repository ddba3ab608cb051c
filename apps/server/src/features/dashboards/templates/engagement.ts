import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { Template } from './template.ts';

const lastMonth = { kind: 'relative', last: '30d' } as const;
const lastQuarter = { kind: 'relative', last: '90d' } as const;
const lastWeek = { kind: 'relative', last: '7d' } as const;
const people = { kind: 'count_distinct', field: 'anonymous_id' } as const;

export const engagement: Template = {
  number: 5,
  name: 'Engagement',
  description: 'How many people use the product, how often, and whether they come back.',
  widgets: [
    {
      name: 'Daily active users',
      description: 'People who started a session, by day.',
      position: { x: 0, y: 0, w: 8, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.sessionStart,
        interval: 'day',
        range: lastMonth,
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'line', yLabel: 'People' },
    },
    {
      name: 'Weekly active users',
      description: 'People who started a session, by week.',
      position: { x: 8, y: 0, w: 4, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.sessionStart,
        interval: 'week',
        range: lastQuarter,
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'bar', yLabel: 'People' },
    },
    {
      name: 'Sessions by platform',
      description: 'Sessions started, by day and platform.',
      position: { x: 0, y: 4, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.sessionStart,
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'platform',
      },
      viz: { kind: 'timeseries', chartType: 'stacked_bar', yLabel: 'Sessions' },
    },
    {
      name: 'Who comes back',
      description: 'Of the people who started a session in a week, how many did so in the weeks after.',
      position: { x: 6, y: 4, w: 6, h: 4 },
      query: {
        kind: 'retention',
        cohortEvent: SYSTEM_EVENTS.sessionStart,
        returnEvent: SYSTEM_EVENTS.sessionStart,
        interval: 'week',
        range: lastQuarter,
      },
      viz: { kind: 'retention', colorScale: 'heatmap' },
    },
    {
      name: 'What people do after they arrive',
      description: 'The ways through the product that begin with a session.',
      position: { x: 0, y: 8, w: 7, h: 5 },
      query: { kind: 'paths', startEvent: SYSTEM_EVENTS.sessionStart, depth: 4, range: lastWeek },
      viz: { kind: 'paths' },
    },
    {
      name: 'Most frequent events',
      description: 'Events of the last seven days, and how many people are behind them.',
      position: { x: 7, y: 8, w: 5, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT event_name, count(*) AS events, count(DISTINCT person_id) AS people
FROM events
WHERE timestamp >= now() - INTERVAL 7 DAY
GROUP BY event_name
ORDER BY events DESC, event_name
LIMIT 20`,
      },
      viz: { kind: 'sql' },
    },
  ],
};
