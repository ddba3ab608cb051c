import { writeRange } from '../../navigation/time-range.ts';
import type { Question } from '../../questions/question.ts';
import { writeQuestion } from '../../questions/write-question.ts';
import type { WidgetQuery } from './dashboard.ts';
import { rangeOfQuery } from './query-in-range.ts';

/** Servers and proxies refuse addresses that are much longer. */
const longest = 6_000;

/** A widget's question as the address of Explore has it, in the range in which it was asked; undefined if too long. */
export function exploreSearch(question: Question, query: WidgetQuery) {
  const q = writeQuestion(question);
  if (encodeURIComponent(JSON.stringify(q ?? '')).length > longest) return undefined;
  const range = rangeOfQuery(query);
  const tab = question.kind === 'timeseries' ? undefined : question.kind;
  return { tab, q, ...(range === undefined ? {} : writeRange(range)) };
}
