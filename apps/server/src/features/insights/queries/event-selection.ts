/** The names that are meant; null for any event. */
export type EventSelection = readonly string[] | null;

/** All that one of these selections means. */
export const unionOf = (selections: readonly EventSelection[]): EventSelection =>
  selections.includes(null) ? null : selections.flatMap((events) => events ?? []);

/** As it is shown: "checkout", "checkout, purchase", "Any event". */
export const selectionLabel = (events: EventSelection): string => events?.join(', ') ?? 'Any event';
