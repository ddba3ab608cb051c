import { Outlet, useMatches, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { EnterSessionContext } from '../api/enter-session.ts';
import type { Session } from '../api/session.ts';
import { NavigateProvider } from '../design/primitives/app-link.tsx';
import { PageTitleContext } from '../navigation/page-title.ts';
import { backAddress } from './back-address.ts';
import { preloadLinks } from './preload-links.ts';
import type { SessionStore } from './session/session-store.ts';

export interface RootProps {
  readonly store: SessionStore;
}

/** Around everything. Pages of a project give the tab a title that names the project too. */
export function Root({ store }: RootProps) {
  const router = useRouter();
  const { back }: { readonly back?: unknown } = useSearch({ strict: false });
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const [ownTitle, setOwnTitle] = useState<string>();
  const isInProject = useMatches({
    select: (matches) =>
      matches.some(({ routeId, status }) => routeId.endsWith('/$environment') && status === 'success'),
  });
  useEffect(() => {
    const shown = ownTitle ?? title;
    if (!isInProject) document.title = shown === undefined ? 'Lamppost' : `${shown} · Lamppost`;
  }, [ownTitle, title, isInProject]);
  useEffect(() => preloadLinks(router), [router]);
  const navigate = useCallback((href: string) => router.history.push(href), [router]);
  const enter = useCallback(
    (session: Session) => {
      store.replace(session);
      router.history.replace(backAddress(back));
    },
    [router, store, back],
  );
  return (
    <NavigateProvider navigate={navigate}>
      <EnterSessionContext value={enter}>
        <PageTitleContext value={setOwnTitle}>
          <Outlet />
        </PageTitleContext>
      </EnterSessionContext>
    </NavigateProvider>
  );
}
