import Type from 'typebox';
import { IsoTime } from '../../common.ts';
import { Ends } from './ends.ts';

export const LifecycleResult = Type.Object({
  kind: Type.Literal('lifecycle'),
  interval: Type.Enum(['day', 'week', 'month']),
  series: Type.Array(
    Type.Object({
      state: Type.Enum(['new', 'returning', 'resurrecting', 'dormant'], {
        description:
          'new: did it for the first time ever; returning: also in the period before; resurrecting: not in the period before, but earlier; dormant: in the period before, but not in this one',
      }),
      points: Type.Array(Type.Object({ bucketIso: IsoTime, value: Type.Integer({ description: 'Persons' }) })),
    }),
    { description: 'Always these four, in this order' },
  ),
  ...Ends,
});
