import { useEffect, useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import type { Answer } from '../../questions/answers/use-answer.ts';
import { noteRecent, type RecentQuestion, readRecent } from './recent-questions.ts';

/** Notes each question that was answered. */
export function useNoteRecent({ answer, isOutdated }: Answer): void {
  const { project } = useEnvironment();
  const question = isOutdated ? undefined : answer?.question;
  useEffect(() => {
    if (question !== undefined) noteRecent(localStorage, project.id, question, Date.now());
  }, [question, project.id]);
}

/** Read when it is wanted: the list changes with every answer, and nobody looks at it most of the time. */
export function useRecent(): [readonly RecentQuestion[], () => void] {
  const { project } = useEnvironment();
  const [recent, setRecent] = useState<readonly RecentQuestion[]>([]);
  return [recent, () => setRecent(readRecent(localStorage, project.id))];
}
