import { LamppostErrorBoundary } from '@lamppost/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { Basket } from './basket.tsx';
import { Lamps } from './lamps.tsx';

const pages = [
  { path: '/', title: 'Lamps', Page: Lamps },
  { path: '/basket', title: 'Basket', Page: Basket },
] as const;

/** Navigation without a router: page views are tracked all the same. */
export function App({ path: first }: { readonly path: string }) {
  const [path, setPath] = useState(first);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    history.pushState(null, '', event.currentTarget.href);
    setPath(location.pathname);
  };
  const { Page } = pages.find((page) => page.path === path) ?? pages[0];
  return (
    <>
      <nav>
        {pages.map((page) => (
          <a key={page.path} href={page.path} onClick={go} aria-current={page.path === path ? 'page' : undefined}>
            {page.title}
          </a>
        ))}
      </nav>
      <LamppostErrorBoundary
        key={path}
        screenName={path}
        fallback={<p role="alert">This page broke. It was reported.</p>}
      >
        <Page />
      </LamppostErrorBoundary>
    </>
  );
}
