import Type from 'typebox';
import { IsoTime, Nullable } from '../../common.ts';
import { Ends } from './ends.ts';
import { Percent } from './percent.ts';

const Table = {
  cohorts: Type.Array(
    Type.Object({
      period: IsoTime,
      size: Type.Integer(),
      retention: Type.Array(
        Nullable(
          Percent('Share of the cohort after this many periods; null if the period is not over or the cohort is empty'),
        ),
      ),
    }),
  ),
  curve: Type.Array(
    Nullable(
      Percent(
        'Share of all cohorts for which the period is over, after this many periods; null if there are no people',
      ),
    ),
  ),
};

export const RetentionResult = Type.Object({
  kind: Type.Literal('retention'),
  interval: Type.Enum(['hour', 'day', 'week', 'month']),
  ...Table,
  breakdown: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), ...Table }), {
      description: 'With `breakdownProperty`: the same for each value that it had when persons entered their cohort',
    }),
  ),
  ...Ends,
});
