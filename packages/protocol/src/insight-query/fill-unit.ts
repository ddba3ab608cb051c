import type { Wire } from '../schemas/index.ts';

/** What is counted, where a query says so. */
export const fillUnit = ({ unit }: { unit?: Wire['InsightUnit'] | undefined }) =>
  unit === undefined
    ? {}
    : { unit: { kind: unit.kind, ...(unit.property === undefined ? {} : { property: unit.property }) } };
