import { VisuallyHidden } from '@mantine/core';
import { useMatches, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { PageTitleContext } from '../../navigation/page-title.ts';

/**
 * What a browser does by itself when a document is loaded: gives the tab its title, says it to those who listen, and
 * puts the focus at the beginning of the page. The first page is left alone: nobody has moved yet.
 */
export function RouteAnnouncer({ children }: { readonly children: ReactNode }) {
  const { project, environment } = useEnvironment();
  // Of the page that is shown: the address changes before it.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const routeTitle = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const [ownTitle, setOwnTitle] = useState<string>();
  const shownPath = useRef(pathname);
  const title = `${ownTitle ?? routeTitle ?? 'Lamppost'} · ${project.name} ${environment.name} · Lamppost`;

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    const before = shownPath.current;
    shownPath.current = pathname;
    if (before === undefined || before === pathname) return;
    window.scrollTo({ top: 0 });
    return whenThere('#content h1', (heading) => {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  }, [pathname]);

  return (
    <PageTitleContext value={setOwnTitle}>
      <VisuallyHidden role="status" aria-live="polite">
        {ownTitle ?? routeTitle}
      </VisuallyHidden>
      {children}
    </PageTitleContext>
  );
}

const MAX_WAIT_MS = 5_000;

/** Calls once the element is in the document: pages are loaded when they are first needed. Returns how to stop waiting. */
function whenThere(selector: string, call: (element: HTMLElement) => void): () => void {
  const look = (): boolean => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element !== null) call(element);
    return element !== null;
  };
  if (look()) return () => undefined;
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const observer = new MutationObserver(() => {
    if (look()) stop();
  });
  const timer = setTimeout(stop, MAX_WAIT_MS);
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
