import type { AnyRouter } from '@tanstack/react-router';

/** Fetches the code of a page when a link to it is pointed at or focused, so that it is there when it is clicked. */
export function preloadLinks(router: AnyRouter): () => void {
  const asked = new Set<string>();
  const look = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/p/"]') : null;
    if (link === null || asked.has(link.pathname)) return;
    asked.add(link.pathname);
    // What cannot be fetched now is fetched, and said, when the link is followed.
    router.preloadRoute({ to: link.pathname }).catch(() => asked.delete(link.pathname));
  };
  document.addEventListener('pointerover', look);
  document.addEventListener('focusin', look);
  return () => {
    document.removeEventListener('pointerover', look);
    document.removeEventListener('focusin', look);
  };
}
