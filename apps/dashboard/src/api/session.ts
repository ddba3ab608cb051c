import type { Role, Wire } from '@lamppost/protocol';
import { createContext, useContext } from 'react';

export type Session = Wire['SessionAnswer']['data'];
export type SessionProject = Session['projects'][number];
export type SessionEnvironment = SessionProject['environments'][number];

export interface SessionControl {
  readonly session: Session;
  /** Takes a new state of the session that the server has answered with. */
  readonly replace: (session: Session) => void;
  /** Asks the server again, for example after a project was made. */
  readonly refresh: () => Promise<void>;
  readonly signOut: (where?: 'here' | 'everywhere') => Promise<void>;
}

export const SessionContext = createContext<SessionControl | undefined>(undefined);

/** Who is signed in. Only inside of pages that need somebody to be. */
export function useSession(): SessionControl {
  const control = useContext(SessionContext);
  if (control === undefined) throw new Error('useSession was called where nobody is signed in.');
  return control;
}

const rank: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2, owner: 3 };

export function hasRole(role: Role, least: Role): boolean {
  return rank[role] >= rank[least];
}
