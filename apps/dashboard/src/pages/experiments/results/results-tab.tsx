import { useApi } from '../../../api/use-api.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { useTimeZone } from '../../../design/primitives/time-zone.tsx';
import { fromZonedInput } from '../../../design/range-picker/zoned-time.ts';
import { textOf, usePageSearch } from '../../../navigation/use-page-search.ts';
import type { Experiment } from '../experiment.ts';
import { ComputedPanel } from './computed/computed-panel.tsx';
import { ExposuresPanel } from './exposures-panel.tsx';
import { LiftPanel } from './lift-panel.tsx';
import { MetricTable } from './metric-table.tsx';
import { ResultTools } from './result-tools.tsx';
import { SegmentsPanel } from './segments-panel.tsx';
import { VerdictPanel } from './verdict-panel.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';
import { WhoPanel } from './who-panel.tsx';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

const readSearch = (raw: Readonly<Record<string, unknown>>) => {
  const day = textOf(raw.as_of);
  return {
    as_of: day !== undefined && dayPattern.test(day) ? day : undefined,
    by: textOf(raw.by) || undefined,
  };
};

export function ResultsTab({ experiment }: { readonly experiment: Experiment }) {
  if (experiment.status === 'draft' || experiment.started_at === null) return <NotStarted experiment={experiment} />;
  return <StartedResults experiment={experiment} />;
}

function NotStarted({ experiment }: { readonly experiment: Experiment }) {
  return (
    <div className={flowStyles.columns}>
      <div className={flowStyles.stack16}>
        <Panel
          title="Results"
          empty={{ title: 'Not started', children: 'Results appear here after the first exposure.' }}
        />
        <ExposuresPanel experiment={experiment} />
      </div>
      <WhoPanel experiment={experiment} />
    </div>
  );
}

function StartedResults({ experiment }: { readonly experiment: Experiment }) {
  const timeZone = useTimeZone();
  const [search, change] = usePageSearch(readSearch);
  const asOf = endOfDay(search.as_of, timeZone);
  const query = useApi('/v1/experiments/:id/results', {
    params: { id: experiment.id },
    query: { series: true, as_of: asOf },
  });
  const results = query.data;
  return (
    <div className={flowStyles.stack16}>
      {results === undefined ? (
        <Panel
          isLoading={query.error === null}
          loadingHeight={240}
          error={
            query.error === null
              ? undefined
              : {
                  title: "Couldn't load results",
                  children: query.error.message,
                  requestId: query.error.requestId,
                  onRetry: () => void query.refetch(),
                }
          }
        />
      ) : (
        <>
          <VerdictPanel
            experiment={experiment}
            results={results}
            tools={
              <ResultTools
                experiment={experiment}
                results={results}
                day={search.as_of}
                onDay={(day) => change({ as_of: day })}
                asOf={asOf}
              />
            }
          />
          <MetricTable results={results} />
        </>
      )}
      <div className={flowStyles.columns}>
        <div className={flowStyles.stack16}>
          {results !== undefined && <LiftPanel results={results} />}
          <ExposuresPanel experiment={experiment} />
          {results !== undefined && (
            <SegmentsPanel
              experiment={experiment}
              results={results}
              by={search.by}
              onBy={(by) => change({ by })}
              asOf={asOf}
            />
          )}
        </div>
        <div className={flowStyles.stack16}>
          {results !== undefined && <WhatIfPanel experiment={experiment} results={results} />}
          <WhoPanel experiment={experiment} />
        </div>
      </div>
      {results !== undefined && <ComputedPanel results={results} />}
    </div>
  );
}

/** The last instant of a day of the project's time zone; undefined is now. */
function endOfDay(day: string | undefined, timeZone: string): string | undefined {
  if (day === undefined) return undefined;
  const startMs = fromZonedInput(`${day}T23:59`, timeZone);
  return startMs === undefined ? undefined : new Date(startMs + 59_999).toISOString();
}
