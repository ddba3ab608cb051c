import { oneOf, textOf } from '../../navigation/use-page-search.ts';

const personTabs = ['timeline', 'served'] as const;
const personKinds = ['user', 'anonymous', 'device'] as const;

/** What a person's page shows, as it stands in the address. */
export function readPersonSearch(raw: Readonly<Record<string, unknown>>) {
  return {
    tab: oneOf(raw.tab, personTabs, 'timeline'),
    /** What the id in the address is of; undefined for a user's, or one that may be of anything. */
    kind: personKinds.find((kind) => kind === raw.kind),
    /** The entry of the timeline that is folded out. */
    open: textOf(raw.open) || undefined,
    /** The device for which flags are shown. */
    device: textOf(raw.device) || undefined,
    /** The job of an erasure that was begun here. */
    job: textOf(raw.job) || undefined,
  };
}
