import { HOUR_MS } from '@lamppost/protocol';
import type { PersonKind, PersonRef } from '../../../analytics/person-ref.ts';
import type { PeoplePage, PeopleParams, PersonSummary, RankedPeopleParams } from './people.ts';
import { type PersonPlace, personCursor, personPlaceOf } from './person-cursor.ts';

const WINDOWS_MS = [HOUR_MS, 12 * HOUR_MS, 144 * HOUR_MS, 1_728 * HOUR_MS, Number.POSITIVE_INFINITY];
const SEARCH_WINDOWS_MS = [12 * HOUR_MS, Number.POSITIVE_INFINITY];

export interface FoundPerson extends PersonRef {
  readonly lastSeenMs: number;
  readonly place: PersonPlace;
}

/** What an engine answers of it. */
export interface PeopleReader {
  /**
   * Ever earlier moments, the last of them before everything: anyone who was active last is found among the last rows,
   * and only when those are of too few, more are looked at.
   */
  moments(untilMs: number): AsyncIterable<number> | Iterable<number>;
  /** Those who were last active behind the cursor and since the moment, one more than a page. */
  activeSince(sinceMs: number, after: PersonPlace | undefined): Promise<readonly FoundPerson[]>;
  /** What is known of these few over all time. */
  summaries(found: readonly FoundPerson[]): Promise<readonly PersonSummary[]>;
}

export async function peoplePage(params: PeopleParams, reader: PeopleReader): Promise<PeoplePage> {
  const { page } = params;
  const after = page.cursor === undefined ? undefined : personPlaceOf(page.cursor);
  if (page.cursor !== undefined && after === undefined) return { rows: [], nextCursor: null };
  const untilMs = after?.rank ?? Date.now();
  let found: readonly FoundPerson[] = [];
  for await (const sinceMs of reader.moments(untilMs)) {
    found = await reader.activeSince(sinceMs, after);
    if (found.length > page.limit) break;
  }
  return pageOf(found, page.limit, reader);
}

export const isSearch = ({ search, userIds }: PeopleParams): boolean => search !== undefined || userIds !== undefined;

/** By the clock. What is rare is found in no window: few of them, or looking takes longer than finding. */
export const windowsBefore = (untilMs: number, params: PeopleParams): readonly number[] =>
  (isSearch(params) ? SEARCH_WINDOWS_MS : WINDOWS_MS).map((windowMs) => untilMs - windowMs);

/** The same of everybody at once: for other orders, and for some of them. */
export async function rankedPeoplePage(
  { page }: RankedPeopleParams,
  reader: Pick<PeopleReader, 'summaries'> & {
    /** Those behind the cursor in order, one more than a page. */
    ranked(after: PersonPlace | undefined): Promise<readonly FoundPerson[]>;
  },
): Promise<PeoplePage> {
  const after = page.cursor === undefined ? undefined : personPlaceOf(page.cursor);
  if (page.cursor !== undefined && after === undefined) return { rows: [], nextCursor: null };
  return pageOf(await reader.ranked(after), page.limit, reader);
}

async function pageOf(
  found: readonly FoundPerson[],
  limit: number,
  reader: Pick<PeopleReader, 'summaries'>,
): Promise<PeoplePage> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  const rows = shown.length === 0 ? [] : await reader.summaries(shown);
  return { rows, nextCursor: hasMore ? personCursor(last.place) : null };
}

/** From a row of (kind, id, last moment, key, and what the list is sorted by if that is something else). */
export const foundPerson = ([kind, id, lastSeenMs, key, rank = lastSeenMs]: readonly unknown[]): FoundPerson => ({
  kind: kind as PersonKind,
  id: String(id),
  lastSeenMs: Number(lastSeenMs),
  place: { rank: Number(rank), key: String(key) },
});

/** From rows of (`kind/id`, first moment, events, platform, app version, country). */
export function summariesOf(
  found: readonly FoundPerson[],
  rows: readonly (readonly unknown[])[],
): readonly PersonSummary[] {
  const known = new Map(rows.map(([key, ...facts]) => [String(key), facts]));
  return found.map(({ kind, id, lastSeenMs }) => {
    const [first, events, platform, appVersion, country] = known.get(`${kind}/${id}`) ?? [];
    return {
      kind,
      id,
      firstSeenMs: Number(first ?? lastSeenMs),
      lastSeenMs,
      eventCount: Number(events ?? 0),
      platform: textOrNull(platform),
      appVersion: textOrNull(appVersion),
      country: textOrNull(country),
    };
  });
}

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
