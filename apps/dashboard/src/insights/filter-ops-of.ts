import type { FilterOp } from '../design/filter-builder/filter-ops.ts';
import { isMembershipField } from './field-words.ts';

const ofMemberships: readonly FilterOp[] = ['eq', 'neq', 'in', 'not_in'];

/** The comparisons of a field; undefined: all. A person is in a cohort or not. */
export const filterOpsOf = (field: string): readonly FilterOp[] | undefined =>
  isMembershipField(field) ? ofMemberships : undefined;
