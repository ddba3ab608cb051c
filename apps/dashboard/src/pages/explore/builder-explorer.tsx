import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { useTimeZone } from '../../design/primitives/time-zone.tsx';
import { InsightBuilder } from '../../insights/builders/insight-builder.tsx';
import type { Insight } from '../../insights/insight.ts';
import { PeopleChoices } from '../../insights/people/people-choices.tsx';
import { PeoplePanel } from '../../insights/people/people-panel.tsx';
import { peopleTitle } from '../../insights/people/people-title.ts';
import type { InsightRun } from '../../insights/results/insight-run.ts';
import { useInsightResult } from '../../insights/results/use-insight-result.ts';
import { isRest, valueOfName } from '../../insights/value-name.ts';
import type { TimeRange } from '../../navigation/time-range.ts';
import type { SearchChange } from '../../navigation/use-page-search.ts';
import { useTimeMarkers } from '../../navigation/use-time-markers.ts';
import styles from './explore.module.css';
import { ResultPanel } from './result-panel.tsx';
import { StartWithEvent } from './start-with-event.tsx';
import { FIRST_EVENT_POLL_MS } from './use-first-event.ts';
import { useNoteRecent } from './use-recent.ts';

type At = Wire['InsightAt'];

export interface BuilderExplorerProps {
  readonly insight: Exclude<Insight, { kind: 'sql' }>;
  readonly range: TimeRange;
  readonly onChange: (insight: Insight, how?: SearchChange) => void;
  readonly onRange: (fromMs: number, toMs: number) => void;
  /** A first query is about to be chosen. */
  readonly isStarting: boolean;
  /** The number whose people are listed. */
  readonly people: At | undefined;
  readonly onPeople: (at: At | undefined) => void;
}

/** The query on the left, its answer on the right. */
export function BuilderExplorer(props: BuilderExplorerProps) {
  const { insight, range, onChange, onRange, isStarting, people, onPeople } = props;
  const answer = useInsightResult(insight, range);
  const bounds = useMemo(() => {
    const { result } = answer.result ?? {};
    const isOverTime = result?.kind === 'timeseries' || result?.kind === 'lifecycle' || result?.kind === 'funnel';
    return isOverTime ? { from: result.fromIso, to: result.toIso } : undefined;
  }, [answer.result]);
  const markers = useTimeMarkers(bounds);
  const hasEvents = useHasEvents();
  useNoteRecent(answer);
  return (
    <div className={styles.explorer}>
      <div className={flowStyles.shrink}>
        <Panel title="Query">
          <InsightBuilder insight={insight} onChange={onChange} range={range} problem={answer.problem} />
        </Panel>
      </div>
      <ResultPanel
        insight={insight}
        result={answer}
        markers={markers}
        onChange={onChange}
        onRange={onRange}
        onPeople={onPeople}
        unfinished={
          isStarting ? (
            <LoadingBlock height={360} />
          ) : (
            <StartWithEvent insight={insight} onChange={onChange} hasEvents={hasEvents} />
          )
        }
      />
      {people !== undefined && answer.result !== undefined && (
        <People run={answer.result} at={people} onAt={onPeople} onChange={onChange} />
      )}
    </div>
  );
}

interface PeopleProps {
  readonly run: InsightRun;
  readonly at: At;
  readonly onAt: (at: At | undefined) => void;
  readonly onChange: (insight: Insight) => void;
}

function People({ run, at, onAt, onChange }: PeopleProps) {
  const timeZone = useTimeZone();
  const { insight, query, result } = run;
  const node = result.kind === 'paths' ? result.nodes.find(({ id }) => id === at.node) : undefined;
  const canGoOn = node !== undefined && insight.kind === 'paths' && !isRest(node.event);
  return (
    <PeoplePanel
      ask={{ query, at }}
      title={peopleTitle(insight, result, at, timeZone)}
      onClose={() => onAt(undefined)}
      actions={
        canGoOn ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRoute size={14} />}
            onClick={() => onChange({ ...insight, startEvent: valueOfName(node.event) })}
          >
            Start paths here
          </Button>
        ) : (
          <PeopleChoices insight={insight} at={at} onAt={onAt} />
        )
      }
    />
  );
}

/** Undefined until it is known; asked again while there are none. */
function useHasEvents(): boolean | undefined {
  const [isEmpty, setIsEmpty] = useState(false);
  const options = { refetchInterval: isEmpty && FIRST_EVENT_POLL_MS };
  const { data } = useApi('/v1/events/catalog', { query: { limit: 1 } }, options);
  const hasEvents = data === undefined ? undefined : data.length > 0;
  if (isEmpty !== (hasEvents === false)) setIsEmpty(hasEvents === false);
  return hasEvents;
}
