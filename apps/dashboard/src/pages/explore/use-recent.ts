import { useEffect, useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import type { InsightState } from '../../insights/results/use-insight-result.ts';
import { noteRecent, type RecentInsight, readRecent } from './recent-insights.ts';

/** Notes each query that was answered. */
export function useNoteRecent({ result, isOutdated }: InsightState): void {
  const { project } = useEnvironment();
  const insight = isOutdated ? undefined : result?.insight;
  useEffect(() => {
    if (insight !== undefined) noteRecent(localStorage, project.id, insight, Date.now());
  }, [insight, project.id]);
}

/** Read when it is wanted: the list changes with every answer, and nobody looks at it most of the time. */
export function useRecent(): [readonly RecentInsight[], () => void] {
  const { project } = useEnvironment();
  const [recent, setRecent] = useState<readonly RecentInsight[]>([]);
  return [recent, () => setRecent(readRecent(localStorage, project.id))];
}
