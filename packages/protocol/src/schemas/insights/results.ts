import Type from 'typebox';
import { Data, Nullable, OneOfTagged } from '../common.ts';
import { DistributionResult } from './results/distribution.ts';
import { Ends } from './results/ends.ts';
import { LifecycleResult } from './results/lifecycle.ts';
import { Percent } from './results/percent.ts';
import { RetentionResult } from './results/retention.ts';
import { StickinessResult } from './results/stickiness.ts';
import { TimeseriesResult } from './timeseries-result.ts';

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
    FunnelResult,
    RetentionResult,
    PathsResult,
    LifecycleResult,
    StickinessResult,
    DistributionResult,
    SqlResult,
  ]),
);
