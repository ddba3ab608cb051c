import { useMemo } from 'react';
import { useApi } from '../../api/use-api.ts';
import type { TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';

/** Releases and changes of flags and experiments in a range, to be seen behind the lines of a chart. */
export function useMarkers(
  range: { readonly fromIso: string; readonly toIso: string } | undefined,
): readonly TimeMarker[] {
  const href = usePageHref();
  const { data } = useApi(
    '/v1/annotations',
    { query: { from: range?.fromIso, to: range?.toIso, limit: 500 } },
    { enabled: range !== undefined },
  );
  return useMemo(
    () =>
      (data ?? []).map(({ at, kind, id, title, detail }) => ({
        atMs: Date.parse(at),
        kind,
        title,
        detail,
        href:
          kind === 'release'
            ? href('/releases/$id', { id })
            : href(kind === 'flag' ? '/flags/$key' : '/experiments/$key', { key: id }),
      })),
    [data, href],
  );
}
