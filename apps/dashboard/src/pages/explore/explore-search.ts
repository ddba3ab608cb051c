import { oneOf } from '../../navigation/use-page-search.ts';
import type { Question, QuestionKind } from '../../questions/question.ts';
import { type ReadQuestion, readQuestion } from '../../questions/read-question.ts';
import { writeQuestion } from '../../questions/write-question.ts';
import type { LongQuestions } from './long-questions.ts';

export const exploreTabs = ['trends', 'funnel', 'retention', 'paths', 'sql'] as const;
export type ExploreTab = (typeof exploreTabs)[number];

export const kindOfTab: Readonly<Record<ExploreTab, QuestionKind>> = {
  trends: 'timeseries',
  funnel: 'funnel',
  retention: 'retention',
  paths: 'paths',
  sql: 'sql',
};

export function tabOfKind(kind: QuestionKind): ExploreTab {
  return kind === 'timeseries' ? 'trends' : kind;
}

export interface ExploreSearch {
  readonly tab: ExploreTab;
  readonly read: ReadQuestion;
}

/** Servers and proxies refuse addresses that are much longer. */
const MAX_IN_ADDRESS_LENGTH = 6_000;

/** What the address asks. A question that was too long for it stands in this browser. */
export function readExplore(raw: Readonly<Record<string, unknown>>, long: LongQuestions): ExploreSearch {
  const tab = oneOf(raw.tab, exploreTabs, 'trends');
  const kept = keptId(raw.q);
  if (kept === undefined) return { tab, read: readQuestion(kindOfTab[tab], raw.q) };
  const written = long.find(kept);
  if (written !== undefined) return { tab, read: readQuestion(kindOfTab[tab], written) };
  const because = 'it was too long for an address, and is kept only in the browser in which it was written';
  return { tab, read: { kind: 'broken', because } };
}

export function writeExplore(
  question: Question,
  long: LongQuestions,
): { readonly tab: string | undefined; readonly q: unknown } {
  const tab = tabOfKind(question.kind);
  const written = writeQuestion(question);
  const isLong = encodeURIComponent(JSON.stringify(written ?? '')).length > MAX_IN_ADDRESS_LENGTH;
  const q = isLong && written !== undefined ? { kept: long.keep(written) } : written;
  return { tab: tab === 'trends' ? undefined : tab, q };
}

function keptId(q: unknown): string | undefined {
  const kept = typeof q === 'object' && q !== null && 'kept' in q ? q.kept : undefined;
  return kept === undefined ? undefined : String(kept);
}
