import { useCallback, useMemo, useRef } from 'react';
import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { type SearchChange, usePageSearch } from '../../navigation/use-page-search.ts';
import { useRange } from '../../navigation/use-range.ts';
import { asKind, emptyQuestion, type Question, type QuestionKind } from '../../questions/question.ts';
import { BrokenQuestion } from './broken-question.tsx';
import { BuilderExplorer } from './builder-explorer.tsx';
import {
  type ExploreSearch,
  type ExploreTab,
  exploreTabs,
  kindOfTab,
  readExplore,
  writeExplore,
} from './explore-search.ts';
import { storedLongQuestions } from './long-questions.ts';
import { SqlExplorer } from './sql-explorer.tsx';

const tabLabels: Readonly<Record<ExploreTab, string>> = {
  trends: 'Trends',
  funnel: 'Funnel',
  retention: 'Retention',
  paths: 'Paths',
  sql: 'SQL',
};

const long = storedLongQuestions(localStorage);
const read = (raw: Readonly<Record<string, unknown>>): ExploreSearch => readExplore(raw, long);

export function ExplorePage() {
  const [{ tab, read: found }, changeSearch] = usePageSearch(read);
  const [range, setRange] = useRange();
  const href = usePageHref();
  const kind = kindOfTab[tab];
  const question = found.kind === 'read' ? found.question : emptyQuestion(kind);
  const seen = useSeenQuestions(question);
  const setQuestion = useCallback(
    (next: Question, how?: SearchChange) => changeSearch(writeExplore(next, long) as never, how),
    [changeSearch],
  );
  const tabs = useMemo(
    () =>
      exploreTabs.map((value) => ({
        value,
        label: tabLabels[value],
        href: href('/explore', writeExplore(seen(kindOfTab[value]), long)),
      })),
    [href, seen],
  );
  return (
    <SeriesColoursProvider key={kind}>
      <PageHeader title="Explore" />
      <SegmentedTabs label="Kinds of questions" tabs={tabs} value={tab} onChange={() => undefined} />
      {found.kind === 'broken' && (
        <BrokenQuestion because={found.because} onStartAnew={() => setQuestion(emptyQuestion(kind))} />
      )}
      {found.kind === 'read' && question.kind === 'sql' && (
        <SqlExplorer question={question} range={range} onChange={setQuestion} />
      )}
      {found.kind === 'read' && question.kind !== 'sql' && (
        <BuilderExplorer
          question={question}
          range={range}
          onChange={setQuestion}
          onRange={(fromMs, toMs) =>
            setRange({ kind: 'absolute', fromIso: new Date(fromMs).toISOString(), toIso: new Date(toMs).toISOString() })
          }
        />
      )}
    </SeriesColoursProvider>
  );
}

/** Each kind of question as it was left; one that was not looked at yet takes over what this one asks about. */
function useSeenQuestions(question: Question): (kind: QuestionKind) => Question {
  const seen = useRef(new Map<QuestionKind, Question>());
  seen.current.set(question.kind, question);
  return useCallback((kind) => seen.current.get(kind) ?? asKind(question, kind), [question]);
}
