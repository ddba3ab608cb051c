import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useEnvironment } from '../api/environment.ts';
import { type PagePath, type PageSearch, type PageTarget, pageHref } from './page-path.ts';
import { readRange, writeRange } from './time-range.ts';

export type PageHref = <P extends PagePath>(page: P, ...target: PageTarget<P>) => string;

/**
 * Addresses of pages in this project and environment, with the range that is looked at:
 * `href('/flags')`, `href('/flags/$key', { key })`, `href('/explore', { tab: 'funnel' })`.
 */
export function usePageHref(): PageHref {
  const { project, environment } = useEnvironment();
  const search: PageSearch = useSearch({ strict: false });
  const { range, from, to } = writeRange(readRange(search));
  return useCallback(
    (page: PagePath, ...target: readonly unknown[]) => {
      const needsParams = page.includes('$');
      const params = (needsParams ? target[0] : {}) as Readonly<Record<string, string>>;
      const asked = ((needsParams ? target[1] : target[0]) ?? {}) as PageSearch;
      const scope = { project: project.slug, environment: environment.slug };
      return pageHref(scope, page, params, { range, from, to, ...asked });
    },
    [project.slug, environment.slug, range, from, to],
  );
}
