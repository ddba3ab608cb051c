import Type from 'typebox';
import { Data, Nullable, OneOfTagged } from '../common.ts';
import { FunnelAnswer } from './funnel-result.ts';
import { DistributionResult } from './results/distribution.ts';
import { ExperimentLiftResult } from './results/experiment-lift.ts';
import { LifecycleResult } from './results/lifecycle.ts';
import { MeasureResult } from './results/measures.ts';
import { RetentionResult } from './results/retention.ts';
import { StickinessResult } from './results/stickiness.ts';
import { TimeseriesResult } from './timeseries-result.ts';

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
  OneOfTagged('kind', [
    TimeseriesResult,
    FunnelAnswer,
    RetentionResult,
    PathsResult,
    LifecycleResult,
    StickinessResult,
    DistributionResult,
    MeasureResult,
    ExperimentLiftResult,
    SqlResult,
  ]),
);
