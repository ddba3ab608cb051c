import Type from 'typebox';
import { Ends } from './ends.ts';
import { Percent } from './percent.ts';

export const StickinessResult = Type.Object({
  kind: Type.Literal('stickiness'),
  interval: Type.Enum(['day', 'week', 'month']),
  periods: Type.Integer({ description: 'How many there are in the range' }),
  points: Type.Array(
    Type.Object({
      periods: Type.Integer({ description: 'From 1 to all of them' }),
      persons: Type.Integer({ description: 'Who did it in exactly so many of them' }),
      percentage: Percent('Of everybody who did it'),
    }),
  ),
  ...Ends,
});
