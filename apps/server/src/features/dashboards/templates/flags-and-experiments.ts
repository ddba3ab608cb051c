import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { Template } from './template.ts';

const lastMonth = { kind: 'relative', last: '30d' } as const;
const people = { kind: 'count_distinct', field: 'person_id' } as const;

export const flagsAndExperiments: Template = {
  number: 2,
  name: 'Flags and experiments',
  description: 'Who is given which flag and which variant.',
  widgets: [
    {
      name: 'People by flag',
      description: 'People who were given a flag, by day.',
      position: { x: 0, y: 0, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.flagExposure,
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'event_properties.flag_key',
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'line', yLabel: 'People' },
    },
    {
      name: 'Values of flags',
      description: 'What each flag gave in the last seven days, and to how many.',
      position: { x: 6, y: 0, w: 6, h: 4 },
      query: {
        kind: 'sql',
        sql: `SELECT properties ->> '$.flag_key' AS flag, properties ->> '$.value' AS value,
  count(*) AS exposures, count(DISTINCT person_id) AS people
FROM events
WHERE event_name = '${SYSTEM_EVENTS.flagExposure}' AND timestamp >= now() - INTERVAL 7 DAY
GROUP BY flag, value
ORDER BY flag, people DESC, value
LIMIT 100`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'People by experiment',
      description: 'People who were given a variant, by day.',
      position: { x: 0, y: 4, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.experimentExposure,
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'event_properties.experiment_key',
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'line', yLabel: 'People' },
    },
    {
      name: 'People by variant',
      description: 'How many are in each variant, since 30 days. Variants of equal weight should be about equal.',
      position: { x: 6, y: 4, w: 6, h: 4 },
      query: {
        kind: 'sql',
        sql: `SELECT properties ->> '$.experiment_key' AS experiment, properties ->> '$.variant_key' AS variant,
  count(DISTINCT person_id) AS people
FROM events
WHERE event_name = '${SYSTEM_EVENTS.experimentExposure}' AND timestamp >= now() - INTERVAL 30 DAY
GROUP BY experiment, variant
ORDER BY experiment, variant
LIMIT 100`,
      },
      viz: { kind: 'sql' },
    },
    {
      name: 'Coming back after an exposure',
      description: 'Of the people who were given a variant on a day, how many came back on the days after.',
      position: { x: 0, y: 8, w: 12, h: 5 },
      query: {
        kind: 'retention',
        cohortEvent: SYSTEM_EVENTS.experimentExposure,
        returnEvent: SYSTEM_EVENTS.sessionStart,
        interval: 'day',
        range: lastMonth,
      },
      viz: { kind: 'retention', colorScale: 'heatmap' },
    },
  ],
};
