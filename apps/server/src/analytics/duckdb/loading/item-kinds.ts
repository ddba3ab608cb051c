import type { ItemKind } from '../../ledger.ts';

/** What the ledger calls the items of a kind of record; kinds that bring none are not in it. */
export const itemKinds = { events: 'events', metrics: 'metrics', crash: 'crashes' } as const satisfies Readonly<
  Record<string, ItemKind>
>;

/** The same in SQL; NULL for the others. */
export const itemKindOf = (recordKind: string): string =>
  `CASE ${recordKind} ${Object.entries(itemKinds)
    .map(([kind, items]) => `WHEN '${kind}' THEN '${items}'`)
    .join(' ')} END`;
