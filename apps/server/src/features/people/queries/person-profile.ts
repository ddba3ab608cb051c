import type { PersonIds, PersonKind, PersonRef } from '../../../analytics/person-ref.ts';
import type { PersonParams, PersonResult } from './people.ts';

/** What an engine answers about the rows of one environment. */
export interface PersonReader {
  /** Rows of any table name this user. */
  isUser(id: string): Promise<boolean>;
  /** The user to whom an anonymous id is linked. */
  ownerOf(anonymousId: string): Promise<string | undefined>;
  hasAnonymousEvents(anonymousId: string): Promise<boolean>;
  /** Events that name nothing but the device. */
  hasEventsOfDevice(deviceId: string): Promise<boolean>;
  /** The user and the anonymous id of its newest event; of its newest report or metric if there is none. */
  lastOnDevice(deviceId: string): Promise<readonly unknown[] | undefined>;
  idsOf(person: PersonRef): Promise<PersonIds>;
  /** First and last moment, events and sessions. */
  eventsOf(ids: PersonIds): Promise<readonly unknown[]>;
  /** First and last moment of an identification as this user. */
  linksOf(userId: string): Promise<readonly unknown[]>;
}

/** Resolves an id of any kind to its person, and says what is stored of that one. */
export async function personProfile(reader: PersonReader, params: PersonParams): Promise<PersonResult> {
  const ref = await personOf(reader, params);
  if (ref === undefined) return undefined;
  const ids = await reader.idsOf(ref);
  const [first, last, events, sessions] = await reader.eventsOf(ids);
  // An identification is activity, as in the list of people.
  const [firstLink, lastLink] = ref.kind === 'user' ? await reader.linksOf(ref.id) : [];
  return {
    ...ref,
    ids,
    firstSeenMs: pick(Math.min, [first, firstLink]),
    lastSeenMs: pick(Math.max, [last, lastLink]),
    eventCount: Number(events),
    sessionCount: Number(sessions),
  };
}

async function personOf(reader: PersonReader, { id, kind, hints }: PersonParams): Promise<PersonRef | undefined> {
  const isMeant = (candidate: PersonKind): boolean => kind === undefined || kind === candidate;
  if (isMeant('user') && (hints.isUser || (await reader.isUser(id)))) return { kind: 'user', id };
  const anonymous = isMeant('anonymous') ? await personOfAnonymousId(reader, id) : undefined;
  if (anonymous !== undefined) return anonymous;
  return isMeant('device') ? personOfDevice(reader, id, hints) : undefined;
}

async function personOfAnonymousId(reader: PersonReader, id: string): Promise<PersonRef | undefined> {
  const owner = await reader.ownerOf(id);
  if (owner !== undefined) return { kind: 'user', id: owner };
  return (await reader.hasAnonymousEvents(id)) ? { kind: 'anonymous', id } : undefined;
}

/** A device that sent events which name nobody is a person by itself; any other leads to anyone who used it last. */
async function personOfDevice(
  reader: PersonReader,
  id: string,
  { boundUserId, anonymousId }: PersonParams['hints'],
): Promise<PersonRef | undefined> {
  if (await reader.hasEventsOfDevice(id)) return { kind: 'device', id };
  if (boundUserId !== undefined) return { kind: 'user', id: boundUserId };
  const last = await reader.lastOnDevice(id);
  if (last !== undefined) return personIn(last, id);
  if (anonymousId === undefined) return undefined;
  return (await personOfAnonymousId(reader, anonymousId)) ?? { kind: 'device', id };
}

function personIn([userId, anonymousId]: readonly unknown[], deviceId: string): PersonRef {
  if (userId !== null && userId !== undefined) return { kind: 'user', id: String(userId) };
  if (anonymousId !== null && anonymousId !== undefined) return { kind: 'anonymous', id: String(anonymousId) };
  return { kind: 'device', id: deviceId };
}

function pick(of: (...moments: number[]) => number, moments: readonly unknown[]): number | null {
  const known = moments.filter((moment) => moment !== null && moment !== undefined).map(Number);
  return known.length === 0 ? null : of(...known);
}
