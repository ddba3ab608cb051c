import type { Question } from '../../questions/question.ts';
import { questionKinds } from '../../questions/question.ts';
import { readQuestion } from '../../questions/read-question.ts';
import { writeQuestion } from '../../questions/write-question.ts';

export interface RecentQuestion {
  readonly question: Question;
  readonly askedAtMs: number;
}

interface StoredQuestion {
  readonly kind: string;
  readonly q: unknown;
  readonly at: number;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const MAX_RECENT = 12;
const keyOf = (projectId: string): string => `lamppost.explore.recent.${projectId}`;

/** Questions that were answered in this browser, the latest first. What cannot be read any more is left out. */
export function readRecent(storage: Store, projectId: string): readonly RecentQuestion[] {
  return readStored(storage, projectId).flatMap(({ kind, q, at }) => {
    const known = questionKinds.find((candidate) => candidate === kind);
    if (known === undefined) return [];
    const read = readQuestion(known, q);
    return read.kind === 'read' ? [{ question: read.question, askedAtMs: at }] : [];
  });
}

/** The same question again moves to the front. */
export function noteRecent(storage: Store, projectId: string, question: Question, nowMs: number): void {
  const noted: StoredQuestion = { kind: question.kind, q: writeQuestion(question), at: nowMs };
  const content = JSON.stringify([noted.kind, noted.q]);
  const others = readStored(storage, projectId).filter(({ kind, q }) => JSON.stringify([kind, q]) !== content);
  storage.setItem(keyOf(projectId), JSON.stringify([noted, ...others].slice(0, MAX_RECENT)));
}

function readStored(storage: Store, projectId: string): readonly StoredQuestion[] {
  const text = storage.getItem(keyOf(projectId));
  if (text === null) return [];
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? (stored as StoredQuestion[]).filter((entry) => typeof entry?.at === 'number') : [];
  } catch {
    // Somebody else wrote there. The next question that is answered begins the list anew.
    return [];
  }
}
