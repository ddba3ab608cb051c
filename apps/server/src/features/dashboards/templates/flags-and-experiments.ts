import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { Template } from './template.ts';

const lastMonth = { kind: 'relative', last: '30d' } as const;
const people = { kind: 'count_distinct', field: 'person_id' } as const;

export const flagsAndExperiments: Template = {
  number: 2,
  name: 'Flags and experiments',
  description: 'Exposures to flags and variants.',
  widgets: [
    {
      name: 'Users by flag',
      description: 'Users exposed to a flag, by day.',
      position: { x: 0, y: 0, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.flagExposure,
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'event_properties.flag_key',
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'line', yLabel: 'Users' },
    },
    {
      name: 'Flag values',
      description: 'Values served by each flag in the last 7 days, with the number of users.',
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
      name: 'Users by experiment',
      description: 'Users exposed to a variant, by day.',
      position: { x: 0, y: 4, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.experimentExposure,
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'event_properties.experiment_key',
        aggregation: people,
      },
      viz: { kind: 'timeseries', chartType: 'line', yLabel: 'Users' },
    },
    {
      name: 'Users by variant',
      description:
        'Users exposed to each variant in the last 30 days. Variants of equal weight should have about the same number.',
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
      name: 'Retention after exposure',
      description: 'Share of users exposed to a variant who return on the following days.',
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
