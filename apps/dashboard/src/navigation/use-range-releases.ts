import { useMemo, useState } from 'react';
import { useApi } from '../api/use-api.ts';
import type { RangeRelease } from '../design/range-picker/range-release.ts';

/** Releases for the range picker, asked for when it is opened. */
export function useRangeReleases(): { readonly releases: readonly RangeRelease[]; readonly onOpen: () => void } {
  const [isAsked, setIsAsked] = useState(false);
  const { data } = useApi('/v1/releases', { query: { limit: 20 } }, { enabled: isAsked, isLive: false });
  const releases = useMemo(
    () =>
      (data ?? []).map(({ id, version, platform, deployed_at, created_at }) => ({
        id,
        words: `${version}, ${platform}`,
        fromIso: deployed_at ?? created_at,
      })),
    [data],
  );
  return { releases, onOpen: () => setIsAsked(true) };
}
