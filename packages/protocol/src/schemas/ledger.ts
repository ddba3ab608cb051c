import Type from 'typebox';
import { Data, IsoTime, Uuid } from './common.ts';

const Items = Type.Integer({ minimum: 0 });
const ByReason = Type.Record(Type.String(), Items);

export const LedgerQuery = Type.Object({
  environment_id: Type.Optional(
    Type.String({ description: 'Id or slug; all environments of the project when absent' }),
  ),
  kind: Type.Optional(Type.Enum(['events', 'crashes', 'metrics'], { description: '`events` when absent' })),
  from: Type.Optional(IsoTime),
  to: Type.Optional(IsoTime),
  interval: Type.Optional(Type.Enum(['hour', 'day'], { description: '`hour` when absent; hours and days of UTC' })),
});

/** received = stored + duplicate + rejected + limited + invalid + failed + erased. */
const sums = {
  received: Items,
  stored: Items,
  duplicate: Items,
  rejected: Items,
  rejected_by_reason: ByReason,
  limited: Items,
  invalid: Items,
  invalid_by_reason: ByReason,
  failed: Items,
  failed_by_kind: Type.Object({ quarantined: Items, poison: Items, damaged: Items }),
  erased: Type.Integer({ minimum: 0, description: 'Forgotten before they were stored' }),
  replayed: Type.Integer({ minimum: 0, description: 'Of the failed, those that have been stored after all' }),
};

export const LedgerRow = Type.Object({
  environment_id: Uuid,
  hour: Type.String({ description: 'Begin of the hour, or of the day, of receipt' }),
  ...sums,
});

export const LedgerAnswer = Data(
  Type.Object({
    kind: Type.Enum(['events', 'crashes', 'metrics']),
    from: IsoTime,
    to: IsoTime,
    interval: Type.Enum(['hour', 'day']),
    rows: Type.Array(LedgerRow, { description: 'Oldest first; hours in which nothing came are left out' }),
    totals: Type.Object(sums),
    balanced: Type.Boolean({ description: 'Whether every row adds up' }),
  }),
);
