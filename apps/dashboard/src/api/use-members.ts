import type { Wire } from '@lamppost/protocol';
import { useApi } from './use-api.ts';

export type MemberName = NonNullable<Wire['CrashGroupRow']['assignee']>;

/** Members of the project, to choose from. */
export function useMembers(): readonly MemberName[] {
  const { data } = useApi('/v1/members', { query: { limit: 100 } });
  return data ?? [];
}
