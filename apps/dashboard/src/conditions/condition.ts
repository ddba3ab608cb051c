import type { Wire } from '@lamppost/protocol';

/** Of a rule of a flag or the audience of an experiment. */
export type Condition = Wire['Targeting']['rules'][number]['conditions'][number];
export type ConditionValue = Condition['values'][number];
export type Operator = Condition['op'];
