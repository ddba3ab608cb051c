import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useApiClient } from '../../api/api-context.ts';
import { type Session, SessionContext, type SessionControl } from '../../api/session.ts';
import { SessionOver } from './session-over.tsx';
import { type SessionStore, sessionKey } from './session-store.ts';

export interface SessionProviderProps {
  readonly store: SessionStore;
  /** After a sign-out. */
  readonly onSignedOut: () => void;
  readonly children: ReactNode;
}

/** Who comes back to the tab sees new projects, environments and roles. */
const betweenLooksMs = 60_000;

export function SessionProvider({ store, onSignedOut, children }: SessionProviderProps) {
  const api = useApiClient();
  const queries = useQueryClient();
  const { data: session } = useQuery({ queryKey: sessionKey, queryFn: () => store.current(), staleTime: Infinity });
  /** The session that is being signed out: its pages are hidden and send no requests. */
  const [ending, setEnding] = useState<Session>();
  const isOver = useSyncExternalStore(store.watch, store.isOver);
  const goOn = useCallback(
    (next: Session) => {
      store.replace(next);
      void queries.invalidateQueries({ queryKey: ['api'] });
    },
    [store, queries],
  );
  useEffect(() => {
    let askedAtMs = Date.now();
    const look = (): void => {
      if (document.hidden || (!store.isOver() && Date.now() - askedAtMs < betweenLooksMs)) return;
      askedAtMs = Date.now();
      const memberId = session?.member.id;
      const wasOver = store.isOver();
      store.refresh().then(
        (now) => {
          // Somebody else has signed in in another tab: nothing of what is here is theirs.
          if (now !== null && now.member.id !== memberId) window.location.reload();
          else if (now !== null && wasOver) goOn(now);
        },
        // Without an answer what is known stays: whatever is asked next will tell.
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [store, session?.member.id, goOn]);
  const control = useMemo((): SessionControl | undefined => {
    if (session === undefined || session === null) return undefined;
    return {
      session,
      replace: (next) => store.replace(next),
      refresh: async () => {
        await store.refresh();
      },
      signOut: async (where = 'here') => {
        // Requests that arrive after the sign-out are answered 401, as if the session had expired.
        flushSync(() => setEnding(session));
        try {
          await (where === 'here' ? api.delete('/v1/session') : api.delete('/v1/sessions'));
        } catch (cause) {
          setEnding(undefined);
          throw cause;
        }
        store.replace(null);
        onSignedOut();
      },
    };
  }, [session, store, api, onSignedOut]);
  // Somebody who has just signed out, until the page for signing in is there.
  if (control === undefined) return null;
  return (
    <SessionContext value={control}>
      <Activity mode={ending === control.session ? 'hidden' : 'visible'}>{children}</Activity>
      {isOver && <SessionOver email={control.session.member.email} onSignedIn={goOn} />}
    </SessionContext>
  );
}
