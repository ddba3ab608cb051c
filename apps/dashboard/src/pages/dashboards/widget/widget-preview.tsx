import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { LoadingBlock } from '../../../design/feedback/loading-block.tsx';
import type { AnyInsight } from '../../../insights/features/any-insight.ts';
import { DisplayChoice } from '../../../insights/features/display-choice.tsx';
import { isEmptyAnswer as isEmptyResult } from '../../../insights/results/is-empty-result.ts';
import { ResultProblem } from '../../../insights/results/result-problem.tsx';
import { ResultView } from '../../../insights/results/result-view.tsx';
import { useInsightResult } from '../../../insights/results/use-insight-result.ts';
import { ViewChoice } from '../../../insights/results/view-choice.tsx';
import { vizOf, type WidgetDraft } from './widget-draft.ts';
import styles from './widget-editor.module.css';

export interface WidgetPreviewProps {
  readonly draft: WidgetDraft;
  /** The statement that was run last: SQL is not asked while it is typed. */
  readonly sqlRun: string;
  readonly onRun: () => void;
  readonly onInsight: (insight: AnyInsight) => void;
}

const height = 260;

export function WidgetPreview({ draft, sqlRun, onRun, onInsight }: WidgetPreviewProps) {
  const { insight, range } = draft;
  const asked: AnyInsight = insight.kind === 'sql' ? { ...insight, sql: sqlRun } : insight;
  const result = useInsightResult(asked, range);
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.previewBar}>
        {(insight.kind === 'timeseries' || insight.kind === 'funnel') && (
          <ViewChoice insight={insight} onChange={onInsight} />
        )}
        {(insight.kind === 'sql' || 'display' in insight) && (
          <DisplayChoice
            value={insight.display ?? 'table'}
            onChange={(display) => onInsight({ ...insight, display })}
          />
        )}
        {insight.kind === 'sql' && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={14} />}
            disabled={insight.sql.trim() === ''}
            onClick={() => (insight.sql === sqlRun ? result.run() : onRun())}
          >
            Run
          </Button>
        )}
      </div>
      <div className={styles.previewAnswer} data-outdated={result.isOutdated || undefined} aria-busy={result.isLoading}>
        <Content draft={draft} asked={asked} result={result} />
      </div>
    </section>
  );
}

interface ContentProps {
  readonly draft: WidgetDraft;
  readonly asked: AnyInsight;
  readonly result: ReturnType<typeof useInsightResult>;
}

function Content({ draft, asked, result }: ContentProps) {
  if (result.ask.kind === 'unfinished') return <p className={styles.hint}>{result.ask.missing}</p>;
  if (result.problem !== null && !result.isLoading) {
    return <ResultProblem problem={result.problem} onRetry={result.run} kept="Your query is still here." />;
  }
  if (result.result === undefined) return <LoadingBlock height={height} />;
  if (isEmptyResult(result.result)) return <p className={styles.hint}>No data in this range</p>;
  return <ResultView result={result.result} insight={asked} viz={vizOf(draft)} compactHeight={height} />;
}
