import type { Wire } from '@lamppost/protocol';

/** What is counted; people are not said. */
export const wireUnit = (countBy: string | null): { unit?: Wire['InsightUnit'] } =>
  countBy === null ? {} : { unit: { kind: 'property', property: countBy } };

export const countByOf = (unit: Wire['InsightUnit'] | undefined): string | null => unit?.property ?? null;
