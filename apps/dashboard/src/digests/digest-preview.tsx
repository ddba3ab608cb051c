import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiProblem } from '../api/api-problem.ts';
import { useEnvironment } from '../api/environment.ts';
import { queryKey } from '../api/query-key.ts';
import type { AnswerOf as ResultOf } from '../api/route-types.ts';
import { LoadingBlock } from '../design/feedback/loading-block.tsx';
import styles from './digests.module.css';

type Preview = ResultOf<'POST', '/v1/digests/preview'>['data'];

/** What a digest of the dashboard would send now. */
export function useDigestPreview(dashboardId: string, frequency: 'daily' | 'weekly') {
  const { api, environment } = useEnvironment();
  const body = { dashboard_id: dashboardId, environment_id: environment.id, frequency };
  return useQuery<Preview, ApiProblem>({
    queryKey: queryKey(api.scope, '/v1/digests/preview', undefined, { dashboardId, frequency }),
    queryFn: async ({ signal }) => (await api.post('/v1/digests/preview', { body }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { isLive: false },
    staleTime: 60_000,
    retry: false,
  });
}

export function DigestPreview({ preview }: { readonly preview: ReturnType<typeof useDigestPreview> }) {
  const { data, error, isPlaceholderData } = preview;
  if (data === undefined) {
    if (error !== null) return <p className={styles.problem}>Couldn't load the preview: {error.message}</p>;
    return <LoadingBlock height={300} />;
  }
  return (
    <iframe
      className={styles.preview}
      title={`Preview: ${data.subject}`}
      sandbox=""
      srcDoc={data.html}
      aria-busy={isPlaceholderData}
    />
  );
}
