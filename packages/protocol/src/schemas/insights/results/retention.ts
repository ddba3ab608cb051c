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
        Nullable(Percent('Of the cohort, so many periods later; null: not over yet, or nobody is in the cohort')),
      ),
    }),
  ),
  curve: Type.Array(
    Nullable(
      Percent(
        'Of everybody in the cohorts for which that period is over, so many periods later; null: there is nobody',
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
