import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { Template } from './template.ts';

const lastMonth = { kind: 'relative', last: '30d' } as const;
const lastWeek = { kind: 'relative', last: '7d' } as const;
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
      description: 'Users by flag and value in the last 7 days.',
      position: { x: 6, y: 0, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.flagExposure,
        interval: 'total',
        range: lastWeek,
        breakdowns: ['event_properties.flag_key', 'event_properties.value'],
        aggregation: { kind: 'persons' },
      },
      viz: { kind: 'timeseries', chartType: 'table' },
    },
    {
      name: 'Newest experiment',
      description: 'Lift of each variant in the primary metric of the newest experiment that is running or completed.',
      position: { x: 0, y: 4, w: 6, h: 4 },
      query: { kind: 'experiment' },
      viz: { kind: 'experiment' },
    },
    {
      name: 'Users by variant',
      description:
        'Users exposed to each variant in the last 30 days. Variants of equal weight should have about the same number.',
      position: { x: 6, y: 4, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: SYSTEM_EVENTS.experimentExposure,
        interval: 'total',
        range: lastMonth,
        breakdowns: ['event_properties.experiment_key', 'event_properties.variant_key'],
        aggregation: { kind: 'persons' },
      },
      viz: { kind: 'timeseries', chartType: 'table' },
    },
    {
      name: 'Users by experiment',
      description: 'Users exposed to a variant, by day.',
      position: { x: 0, y: 8, w: 6, h: 5 },
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
      name: 'Retention after exposure',
      description: 'Share of users exposed to a variant who return on the following days.',
      position: { x: 6, y: 8, w: 6, h: 5 },
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
