import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { Template } from './template.ts';

const lastMonth = { kind: 'relative', last: '30d' } as const;
const lastQuarter = { kind: 'relative', last: '90d' } as const;
const lastWeek = { kind: 'relative', last: '7d' } as const;
const people = { kind: 'count_distinct', field: 'anonymous_id' } as const;

export const engagement: Template = {
  number: 5,
  name: 'Engagement',
  description: 'Active users, sessions and retention.',
  widgets: [
    {
      name: 'Daily active users',
      description: 'Users with a session, by day.',
      position: { x: 0, y: 0, w: 8, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.sessionStart,
        interval: 'day',
        range: lastMonth,
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'line', yLabel: 'Users' },
    },
    {
      name: 'Weekly active users',
      description: 'Users with a session, by week.',
      position: { x: 8, y: 0, w: 4, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.sessionStart,
        interval: 'week',
        range: lastQuarter,
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'bar', yLabel: 'Users' },
    },
    {
      name: 'Sessions by platform',
      description: 'Sessions by day and platform.',
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
      name: 'Weekly retention',
      description: 'Share of users with a session who return in the following weeks.',
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
      name: 'Paths after session start',
      description: 'Event paths that start with a session.',
      position: { x: 0, y: 8, w: 7, h: 5 },
      query: { kind: 'paths', startEvent: SYSTEM_EVENTS.sessionStart, depth: 4, range: lastWeek },
      viz: { kind: 'paths' },
    },
    {
      name: 'Top events',
      description: 'Most frequent events in the last 7 days.',
      position: { x: 7, y: 8, w: 5, h: 5 },
      query: {
        kind: 'timeseries',
        event: null,
        interval: 'total',
        range: lastWeek,
        breakdowns: ['event_name'],
        breakdownLimit: 20,
      },
      viz: { kind: 'timeseries', chartType: 'table' },
    },
  ],
};
