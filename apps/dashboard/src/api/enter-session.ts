import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

/** Takes the session that a sign-in has answered with and goes on to where it was wanted. */
export type EnterSession = (session: Session) => void;

export const EnterSessionContext = createContext<EnterSession | undefined>(undefined);

export function useEnterSession(): EnterSession {
  const enter = useContext(EnterSessionContext);
  if (enter === undefined) throw new Error('There is no EnterSessionContext above.');
  return enter;
}
