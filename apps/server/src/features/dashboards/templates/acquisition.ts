import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { Template } from './template.ts';

const lastMonth = { kind: 'relative', last: '30d' } as const;
const people = { kind: 'count_distinct', field: 'anonymous_id' } as const;

export const acquisition: Template = {
  number: 4,
  name: 'Acquisition',
  description: 'New users, their sources, and how many of them sign in.',
  widgets: [
    {
      name: 'New users',
      description: 'Users by the day of their first event.',
      position: { x: 0, y: 0, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: null,
        interval: 'day',
        range: lastMonth,
        aggregation: { kind: 'first_time' },
      },
      viz: { kind: 'timeseries', chartType: 'bar', yLabel: 'Users' },
    },
    {
      name: 'Signed-in users',
      description: 'Identified users by day.',
      position: { x: 6, y: 0, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.identify,
        interval: 'day',
        range: lastMonth,
        aggregation: { kind: 'count_distinct', field: 'user_id' },
      },
      viz: { kind: 'timeseries', chartType: 'bar', yLabel: 'Users' },
    },
    {
      name: 'Visit to sign-in',
      description: 'Users who start a session and sign in within 7 days.',
      position: { x: 0, y: 4, w: 4, h: 4 },
      query: {
        kind: 'funnel',
        steps: [SYSTEM_EVENTS.sessionStart, SYSTEM_EVENTS.identify],
        conversionWindow: '7d',
        range: lastMonth,
      },
      viz: { kind: 'funnel', showCounts: true },
    },
    {
      name: 'Sessions by source',
      description: 'Sessions by attribution.source in their context.',
      position: { x: 4, y: 4, w: 8, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.sessionStart,
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'event_context.attribution.source',
      },
      viz: { kind: 'timeseries', chartType: 'area', yLabel: 'Sessions' },
    },
    {
      name: 'Users by country',
      description: 'Users with a session, by day and country.',
      position: { x: 0, y: 8, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.sessionStart,
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'country',
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'stacked_bar', yLabel: 'Users' },
    },
    {
      name: 'Users by platform',
      description: 'Users with a session, by day and platform.',
      position: { x: 6, y: 8, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.sessionStart,
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'platform',
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'line', yLabel: 'Users' },
    },
  ],
};
