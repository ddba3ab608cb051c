import type { ReactNode } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import type { Filter } from '../../../design/filter-builder/filter-ops.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { BarList } from '../../../design/primitives/bar-list.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import type { TimeRange } from '../../../navigation/time-range.ts';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import { topValues } from './top-values.ts';
import { exploreOf, type TopQuery, useTop } from './use-top.ts';

export interface TopPanelProps {
  readonly title: string;
  readonly query: TopQuery;
  readonly range: TimeRange;
  readonly actions?: ReactNode;
  /** What a value is counted as; as it is when not given. */
  readonly countedAs?: ((value: string) => string) | undefined;
  /** How a value is written. */
  readonly labelOf?: ((value: string) => string) | undefined;
  /** Which events a value stands for. */
  readonly filterOf?: ((value: string) => Filter) | undefined;
  readonly empty: string;
  /** False: the query is not complete yet. */
  readonly isReady?: boolean | undefined;
}

/** The most frequent values of a field; each leads to Explore. */
export function TopPanel(props: TopPanelProps) {
  const {
    title,
    query,
    range,
    actions,
    countedAs,
    labelOf = (value) => value,
    filterOf,
    empty,
    isReady = true,
  } = props;
  const href = usePageHref();
  const result = useTop(query, range, isReady);
  const top = result.data === undefined ? [] : topValues(result.data, countedAs);
  const only = filterOf ?? ((value: string): Filter => ({ field: query.field, op: 'eq', value }));
  return (
    <Panel
      title={title}
      actions={actions}
      isLoading={result.isPending}
      loadingHeight={180}
      error={failureOf(result, `Couldn't load ${title.toLowerCase()}`)}
    >
      {top.length === 0 ? (
        <p className={textStyles.mutedText}>{empty}</p>
      ) : (
        <BarList
          items={top.map(({ value, count }) => ({
            name: labelOf(value),
            value: count,
            href: href('/explore', exploreOf(query, only(value))),
          }))}
        />
      )}
    </Panel>
  );
}
