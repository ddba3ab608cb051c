import { useMemo } from 'react';
import { useApi } from '../api/use-api.ts';
import type { Bounds } from './use-bounds.ts';
import { usePageHref } from './use-page-href.ts';

export type MarkerKind = 'release' | 'flag' | 'experiment';

export interface MarkedTime {
  readonly atMs: number;
  readonly kind: MarkerKind;
  readonly title: string;
  readonly detail: string;
  readonly href: string;
}

const MAX_MARKERS = 500;

/**
 * Releases and changes of flags and experiments in a range, as marks for charts that lead to what was changed.
 * Without bounds nothing is asked.
 */
export function useTimeMarkers(bounds: Bounds | undefined, kinds?: readonly MarkerKind[]): readonly MarkedTime[] {
  const { data } = useApi(
    '/v1/annotations',
    { query: { from: bounds?.from, to: bounds?.to, limit: MAX_MARKERS } },
    { enabled: bounds !== undefined },
  );
  const href = usePageHref();
  const wanted = kinds?.join();
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ kind }) => wanted === undefined || wanted.split(',').includes(kind))
        .map(({ at, kind, id, title, detail }) => ({
          atMs: Date.parse(at),
          kind,
          title,
          detail,
          href: hrefOf(href, kind, id, title),
        })),
    [data, href, wanted],
  );
}

function hrefOf(href: ReturnType<typeof usePageHref>, kind: MarkerKind, id: string, title: string): string {
  if (kind === 'release') return href('/releases/$id', { id });
  return kind === 'flag' ? href('/flags/$key', { key: title }) : href('/experiments/$key', { key: title });
}
