import { oneOf, textOf } from '../../navigation/use-page-search.ts';

export const dataTabs = ['catalog', 'schemas', 'failed', 'ledger'] as const;
const catalogShows = ['all', 'unchecked', 'lookalikes'] as const;
export const failedKinds = ['all', 'rejected', 'quarantined', 'poison'] as const;
export const ledgerKinds = ['events', 'crashes', 'metrics'] as const;

export type DataTab = (typeof dataTabs)[number];
type FailedKind = (typeof failedKinds)[number];
type LedgerKind = (typeof ledgerKinds)[number];

/** What the page Data shows, as it stands in the address. */
export interface DataSearch {
  readonly tab: DataTab;
  /** Catalog and schemas. */
  readonly q: string | undefined;
  readonly show: (typeof catalogShows)[number];
  readonly new: true | undefined;
  /** Failed events. */
  readonly kind: FailedKind;
  readonly reason: string | undefined;
  readonly event: string | undefined;
  readonly open: string | undefined;
  /** The ledger. */
  readonly of: LedgerKind;
}

const MAX_SEARCH_LENGTH = 200;
const filled = (value: unknown): string | undefined => textOf(value) || undefined;

export function readDataSearch(raw: Readonly<Record<string, unknown>>): DataSearch {
  return {
    tab: oneOf(raw.tab, dataTabs, 'catalog'),
    q: filled(raw.q)?.slice(0, MAX_SEARCH_LENGTH),
    show: oneOf(raw.show, catalogShows, 'all'),
    new: raw.new === true ? true : undefined,
    kind: oneOf(raw.kind, failedKinds, 'all'),
    reason: filled(raw.reason),
    event: filled(raw.event),
    open: filled(raw.open),
    of: oneOf(raw.of, ledgerKinds, 'events'),
  };
}

export type ChangeDataSearch = (
  change: Partial<{ [K in keyof DataSearch]: DataSearch[K] | undefined }>,
  how?: { readonly isReplaced?: boolean },
) => void;
