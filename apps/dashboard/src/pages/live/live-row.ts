import type { Wire } from '@lamppost/protocol';

type StoredEvent = Wire['EventRow'];

interface Common {
  /** Unique in the list. */
  readonly id: string;
  readonly name: string;
  readonly receivedAt: string;
  /** Everything that the filter looks at, in small letters. */
  readonly haystack: string;
  /** The event as the server told it. */
  readonly event: unknown;
}

export interface StoredRow extends Common {
  readonly status: 'stored';
  /** The name under which a person is found: user, else anonymous id, else device. */
  readonly who: string | undefined;
  readonly platform: string | undefined;
  readonly properties: string;
}

export interface FailedRow extends Common {
  readonly status: 'rejected' | 'quarantined' | 'poison';
  readonly reason: string;
}

export type LiveRow = StoredRow | FailedRow;

/** No event is larger. */
const MAX_HAYSTACK_LENGTH = 33_000;
const MAX_SUMMARY_LENGTH = 400;

/** An event of the list, which is always stored. */
export function storedRow(event: StoredEvent): StoredRow {
  const { user_id, anonymous_id, device_id, session_id } = event;
  const properties = JSON.stringify(event.properties ?? {});
  const searched = [event.event, user_id, anonymous_id, device_id, session_id, properties];
  const platform = platformOf(event.context);
  return {
    status: 'stored',
    id: event.id,
    name: event.event,
    receivedAt: event.received_at,
    haystack: haystackOf(searched),
    event,
    who: user_id ?? anonymous_id ?? device_id ?? undefined,
    platform,
    properties: summaryOf(event.properties),
  };
}

type Told = { readonly status: string } & Record<string, unknown>;

/** An event of the stream. Undefined for what an older page does not understand. */
export function liveRow(reported: unknown): LiveRow | undefined {
  const { status, ...event } = reported as Told;
  if (status === 'stored') return storedRow(event as unknown as StoredEvent);
  if (status !== 'rejected' && status !== 'quarantined' && status !== 'poison') return undefined;
  const name = typeof event.event === 'string' ? event.event : '';
  const reason = String(event.reason ?? '');
  return {
    status,
    id: String(event.id),
    name,
    receivedAt: String(event.received_at),
    haystack: haystackOf([name, reason, JSON.stringify(event.raw ?? null)]),
    event,
    reason,
  };
}

function haystackOf(parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part !== null && part !== undefined)
    .join('\n')
    .slice(0, MAX_HAYSTACK_LENGTH)
    .toLowerCase();
}

function platformOf(context: unknown): string | undefined {
  const device = (context as { device?: { platform?: unknown } } | null)?.device;
  return typeof device?.platform === 'string' ? device.platform : undefined;
}

/** `items: 3, plan: pro`: as much as fits into a line. */
function summaryOf(properties: unknown): string {
  if (typeof properties !== 'object' || properties === null) return '';
  let summary = '';
  for (const [name, value] of Object.entries(properties)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    summary += `${summary === '' ? '' : '   '}${name}: ${text?.slice(0, 80)}`;
    if (summary.length > MAX_SUMMARY_LENGTH) break;
  }
  return summary.slice(0, MAX_SUMMARY_LENGTH);
}
