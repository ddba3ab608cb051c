import Type from 'typebox';
import { Nullable } from './common.ts';

const Arm = Type.Object({
  units: Type.Integer({ minimum: 0 }),
  value: Nullable(Type.Number({ description: 'Shares are fractions; times in milliseconds' })),
});

export const guardrailEvidence = {
  state: Type.Enum(['ok', 'breached', 'not_enough_data']),
  reason: Nullable(Type.String({ description: 'Why there is nothing to judge yet' })),
  treatment: Type.Object(Arm.properties, { description: 'Users with the new value, or of the variant' }),
  control: Type.Object(Arm.properties, { description: 'Users without it, or of the control' }),
  lift_rel: Nullable(Type.Number({ description: 'Of the treatment over the control; a fraction' })),
  p_value: Nullable(Type.Number({ description: 'Always valid: however often it is looked at' })),
};
