import type { Actor } from '../changes/actor.ts';

export type Role = 'owner' | 'admin' | 'editor' | 'viewer';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly createdAtMs: number;
}

export interface NewMember {
  readonly email: string;
  readonly passwordHash: string;
}

/** Promises: an email is unique without regard to case (Taken 'MEMBER_EXISTS'). */
export interface MemberStore {
  create(member: NewMember, actor?: Actor): Promise<Member>;
  grant(memberId: string, projectId: string, role: Role, actor?: Actor): Promise<void>;
  count(): Promise<number>;
}
