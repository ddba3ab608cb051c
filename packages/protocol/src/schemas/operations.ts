import Type from 'typebox';
import { IsoTime, Nullable } from './common.ts';

export const HealthAnswer = Type.Object({ status: Type.Literal('ok') });
export const ReadyAnswer = Type.Object({
  status: Type.Enum(['ready', 'not_ready']),
  reasons: Type.Array(Type.String()),
  store: Type.Object({
    state: Type.String(),
    unloaded_bytes: Type.Integer(),
    unloaded_segments: Type.Integer(),
    checkpoint: Nullable(
      Type.Object(
        { created_at: IsoTime, age_seconds: Type.Integer(), bytes: Type.Integer() },
        { description: 'The newest; null while there is none' },
      ),
    ),
  }),
});
