import Type from 'typebox';

export const HealthAnswer = Type.Object({ status: Type.Literal('ok') });
export const ReadyAnswer = Type.Object({
  status: Type.Enum(['ready', 'not_ready']),
  reasons: Type.Array(Type.String()),
  store: Type.Object({ state: Type.String(), unloaded_bytes: Type.Integer(), unloaded_segments: Type.Integer() }),
});
