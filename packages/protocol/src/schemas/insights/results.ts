import Type from 'typebox';
import { Data, IsoTime, Nullable, OneOfTagged } from '../common.ts';
import { TimeseriesResult } from './timeseries-result.ts';

const Ends = { fromIso: IsoTime, toIso: IsoTime };
const Percent = (description: string) => Type.Number({ description: `${description}, in percent with two decimals` });

const FunnelSteps = {
  steps: Type.Array(
    Type.Object({
      event: Type.String(),
      count: Type.Integer({ description: 'Persons who came so far' }),
      percentage: Percent('Of those who did the first step'),
      dropOff: Nullable(Percent('Lost since the step before')),
      medianSecondsFromPrevious: Nullable(Type.Number()),
    }),
  ),
  overallConversion: Percent('From the first step to the last'),
};

export const FunnelResult = Type.Object({
  kind: Type.Literal('funnel'),
  ...FunnelSteps,
  breakdown: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), ...FunnelSteps }), {
      description: 'With `breakdownProperty`: the same for each value',
    }),
  ),
  conversionWindow: Type.String(),
  ...Ends,
});

export const RetentionResult = Type.Object({
  kind: Type.Literal('retention'),
  interval: Type.Enum(['day', 'week']),
  cohorts: Type.Array(
    Type.Object({
      period: IsoTime,
      size: Type.Integer(),
      retention: Type.Array(
        Nullable(Percent('Of the cohort, so many periods later; null: not over yet, or nobody is in the cohort')),
      ),
    }),
  ),
  ...Ends,
});

export const PathsResult = Type.Object({
  kind: Type.Literal('paths'),
  nodes: Type.Array(
    Type.Object({ id: Type.String(), event: Type.String(), step: Type.Integer(), count: Type.Integer() }),
  ),
  links: Type.Array(
    Type.Object({
      source: Type.String({ description: 'Id of a node' }),
      target: Type.String({ description: 'Id of a node of the next step' }),
      count: Type.Integer(),
    }),
  ),
});

export const SqlResult = Type.Object({
  kind: Type.Literal('sql'),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  rows: Type.Array(Type.Array(Type.Unknown())),
  truncated: Type.Boolean({ description: 'There were more rows than are answered' }),
});

export const SqlTablesAnswer = Data(
  Type.Array(
    Type.Object({
      name: Type.String(),
      description: Type.String(),
      columns: Type.Array(
        Type.Object({
          name: Type.String(),
          type: Type.Enum(['text', 'integer', 'number', 'boolean', 'timestamp', 'list', 'json']),
          description: Nullable(Type.String()),
        }),
      ),
    }),
  ),
);

export const InsightAnswer = Data(
  OneOfTagged('kind', [TimeseriesResult, FunnelResult, RetentionResult, PathsResult, SqlResult]),
);
