import type { Wire } from '@lamppost/protocol';
import type { ReactNode } from 'react';
import type { TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { formatDuration } from '../../design/format/format-duration.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { describeInsight } from '../../insights/describe-insight.ts';
import type { Insight } from '../../insights/insight.ts';
import { isEmptyAnswer as isEmptyResult } from '../../insights/results/is-empty-result.ts';
import { ResultProblem } from '../../insights/results/result-problem.tsx';
import { ResultView } from '../../insights/results/result-view.tsx';
import type { InsightState } from '../../insights/results/use-insight-result.ts';
import { ViewChoice } from '../../insights/results/view-choice.tsx';
import type { SearchChange } from '../../navigation/use-page-search.ts';
import styles from './explore.module.css';
import { NothingFound } from './nothing-found.tsx';
import { ResultActions } from './result-actions.tsx';

export interface ResultPanelProps {
  readonly insight: Insight;
  readonly result: InsightState;
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly onChange: (insight: Insight, how?: SearchChange) => void;
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
  /** What stands here while the query cannot be asked yet. */
  readonly unfinished: ReactNode;
}

export function ResultPanel(props: ResultPanelProps) {
  const { insight, result, onChange } = props;
  const isReady = result.ask.kind === 'ready';
  return (
    <div className={flowStyles.shrink}>
      <Panel
        title={
          isReady ? (
            <bdi className={styles.title} title={describeInsight(insight)}>
              {describeInsight(insight)}
            </bdi>
          ) : (
            'Result'
          )
        }
        description={result.ask.kind === 'unfinished' ? result.ask.missing : undefined}
        actions={
          <>
            <ViewChoice insight={insight} onChange={(next) => onChange(next, { isReplaced: true })} />
            <ResultActions insight={insight} result={result} onChange={onChange} />
          </>
        }
        footer={isReady ? <Footer result={result} /> : undefined}
      >
        <Content {...props} />
      </Panel>
    </div>
  );
}

function Content({ insight, result, markers, onRange, onChange, onPeople, unfinished }: ResultPanelProps) {
  const { result: given, problem } = result;
  if (result.ask.kind === 'unfinished') return unfinished;
  if (problem !== null && !result.isLoading) {
    const kept = 'Your query is still here and in the URL.';
    return <ResultProblem problem={problem} onRetry={result.run} kept={kept} />;
  }
  if (given === undefined) return <LoadingBlock height={360} />;
  return (
    <div
      className={styles.content}
      data-outdated={result.isOutdated || undefined}
      aria-busy={result.isLoading}
      data-testid="answer"
    >
      {isEmptyResult(given) ? (
        <NothingFound insight={given.insight} />
      ) : (
        <ResultView
          result={given}
          insight={insight}
          markers={markers}
          onRange={onRange}
          onPeople={onPeople}
          onEvent={(event) => {
            if (insight.kind === 'paths') onChange({ ...insight, startEvent: event });
          }}
        />
      )}
    </div>
  );
}

function Footer({ result }: { readonly result: InsightState }) {
  const { result: given, isLoading, isOutdated } = result;
  if (isLoading) return <span role="status">Loading…</span>;
  if (given === undefined || isOutdated) return <span role="status">No result</span>;
  return <span role="status">Took {formatDuration(given.tookMs)}</span>;
}
