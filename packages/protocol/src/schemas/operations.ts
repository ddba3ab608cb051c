import Type from 'typebox';
import { IsoTime, Nullable } from './common.ts';

export const HealthAnswer = Type.Object({ status: Type.Literal('ok') });

const readyStatus = Type.Enum(['ready', 'not_ready']);

const availability = (description: string) =>
  Type.Object({ available: Type.Boolean(), reason: Nullable(Type.String()) }, { description });

export const ReadyAnswer = Type.Object({
  status: readyStatus,
  reasons: Type.Array(Type.String(), {
    description: 'Why something does not work, and what deserves a look while everything does',
  }),
  events: availability('Whether events are taken'),
  config: availability('Whether keys are checked and config is answered'),
  queries: availability('Whether queries are answered; does not decide about `status`'),
  store: Type.Object({
    state: Type.String(),
    unloaded_bytes: Type.Integer(),
    unloaded_segments: Type.Integer(),
    loading: Type.Object({
      behind_seconds: Type.Number({
        description: 'Age of the oldest accepted event that cannot be queried yet',
      }),
      arrival_bytes_per_second: Type.Integer(),
      loading_bytes_per_second: Type.Integer(),
      caught_up_in_seconds: Nullable(
        Type.Integer({ description: 'At these rates; null while events arrive faster than they are loaded' }),
      ),
    }),
    checkpoint: Nullable(
      Type.Object(
        { created_at: IsoTime, age_seconds: Type.Integer(), bytes: Type.Integer() },
        { description: 'The newest; null while there is none' },
      ),
    ),
  }),
});

export const ReadyConfigAnswer = Type.Object({ status: readyStatus, reasons: Type.Array(Type.String()) });
