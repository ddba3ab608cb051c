import { defaultStringifySearch, useLocation, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The address of this page with a part of its search changed; members that are undefined leave it. */
export function useSearchHref(): (change: Readonly<Record<string, unknown>>) => string {
  const pathname = useLocation({ select: (location) => location.pathname });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return useCallback((change) => `${pathname}${defaultStringifySearch({ ...search, ...change })}`, [pathname, search]);
}
