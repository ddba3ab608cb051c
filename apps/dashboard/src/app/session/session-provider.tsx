import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useApiClient } from '../../api/api-context.ts';
import { SessionContext, type SessionControl } from '../../api/session.ts';
import { type SessionStore, sessionKey } from './session-store.ts';

export interface SessionProviderProps {
  readonly store: SessionStore;
  /** After a sign-out. */
  readonly onSignedOut: () => void;
  /** The session ended elsewhere. */
  readonly onEnded: () => void;
  readonly children: ReactNode;
}

/** Who comes back to the tab sees new projects, environments and roles. */
const betweenLooksMs = 60_000;

export function SessionProvider({ store, onSignedOut, onEnded, children }: SessionProviderProps) {
  const api = useApiClient();
  const { data: session } = useQuery({ queryKey: sessionKey, queryFn: () => store.current(), staleTime: Infinity });
  useEffect(() => {
    let askedAtMs = Date.now();
    const look = (): void => {
      if (document.hidden || Date.now() - askedAtMs < betweenLooksMs) return;
      askedAtMs = Date.now();
      // Without an answer what is known stays: whatever is asked next will tell.
      store.refresh().then(
        (now) => (now === null ? onEnded() : undefined),
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [store, onEnded]);
  const control = useMemo((): SessionControl | undefined => {
    if (session === undefined || session === null) return undefined;
    return {
      session,
      replace: (next) => store.replace(next),
      refresh: async () => {
        await store.refresh();
      },
      signOut: async (where = 'here') => {
        await (where === 'here' ? api.delete('/v1/session') : api.delete('/v1/sessions'));
        store.replace(null);
        onSignedOut();
      },
    };
  }, [session, store, api, onSignedOut]);
  // Somebody who has just signed out, until the page for signing in is there.
  if (control === undefined) return null;
  return <SessionContext value={control}>{children}</SessionContext>;
}
