import type { ReactNode } from 'react';
import { AppLink } from '../design/primitives/app-link.tsx';
import type { PageParams, PagePath, PageSearch } from './page-path.ts';
import { usePageHref } from './use-page-href.ts';

export type PageLinkProps<P extends PagePath> = {
  readonly page: P;
  readonly search?: PageSearch;
  readonly className?: string | undefined;
  readonly children: ReactNode;
} & (Record<never, string> extends PageParams<P> ? { readonly params?: never } : { readonly params: PageParams<P> });

/** A link to a page of this project and environment; the range comes along. */
export function PageLink<P extends PagePath>({ page, params, search, ...rest }: PageLinkProps<P>) {
  const href = usePageHref() as (page: PagePath, ...target: readonly unknown[]) => string;
  return <AppLink {...rest} href={params === undefined ? href(page, search) : href(page, params, search)} />;
}
