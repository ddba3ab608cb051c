import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NavigateProvider } from '../design/app-link.tsx';

/** Around everything. Pages of a project give the tab a title that names the project too. */
export function Root() {
  const router = useRouter();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const isInProject = useMatches({ select: (matches) => matches.some(({ params }) => 'environment' in params) });
  useEffect(() => {
    if (!isInProject) document.title = title === undefined ? 'Lamppost' : `${title} · Lamppost`;
  }, [title, isInProject]);
  return (
    <NavigateProvider navigate={(href) => router.history.push(href)}>
      <Outlet />
    </NavigateProvider>
  );
}
