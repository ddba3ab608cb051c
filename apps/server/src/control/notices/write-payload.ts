import type { SentWebhookEvent } from '@lamppost/protocol';

const MAX_PAYLOAD_BYTES = 65_536;

/** The body of a message, as every endpoint of the kind `webhook` gets it. */
export interface NoticePayload {
  readonly type: SentWebhookEvent;
  readonly timestamp: string;
  readonly project: { readonly id: string; readonly slug: string };
  readonly environment: { readonly id: string; readonly slug: string } | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The largest members of data are left out, and named in `omitted`, where the whole would be too long. */
export function writePayload(payload: NoticePayload): string {
  const whole = JSON.stringify(payload);
  if (Buffer.byteLength(whole) <= MAX_PAYLOAD_BYTES) return whole;
  const members = Object.entries(payload.data).map(([name, value]) => ({
    name,
    value,
    bytes: Buffer.byteLength(JSON.stringify(value) ?? ''),
  }));
  const bySize = members.toSorted((a, b) => b.bytes - a.bytes);
  const omitted: string[] = [];
  let bytes = Buffer.byteLength(whole) + 1_024;
  for (const member of bySize) {
    if (bytes <= MAX_PAYLOAD_BYTES) break;
    omitted.push(member.name);
    bytes -= member.bytes;
  }
  const kept = members.filter(({ name }) => !omitted.includes(name)).map(({ name, value }) => [name, value]);
  return JSON.stringify({ ...payload, data: { ...Object.fromEntries(kept), omitted } });
}
