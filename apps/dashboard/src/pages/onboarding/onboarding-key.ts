import type { Wire } from '@lamppost/protocol';

type KeyRow = Wire['KeysAnswer']['data'][number];

/** The newest publishable key of an environment that can be read and is in force. */
export function readableKey(keys: readonly KeyRow[], environmentId: string): string | undefined {
  const readable = keys.filter(
    (row) =>
      row.kind === 'publishable' && row.environment_id === environmentId && row.revoked_at === null && row.key !== null,
  );
  return readable.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0]?.key ?? undefined;
}
