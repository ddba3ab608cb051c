import Type from 'typebox';
import { Data, IsoTime, Nullable, OneOfTagged } from '../common.ts';
import { FunnelAnswer } from './funnel-result.ts';
import { TimeseriesResult } from './timeseries-result.ts';

const Ends = { fromIso: IsoTime, toIso: IsoTime };
const Percent = (description: string) => Type.Number({ description: `${description}, in percent with two decimals` });

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
  OneOfTagged('kind', [TimeseriesResult, FunnelAnswer, RetentionResult, PathsResult, SqlResult]),
);
