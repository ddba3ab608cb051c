import { IconChartLine } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEnvironment } from '../../api/environment.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { BarList } from '../../design/primitives/bar-list.tsx';
import textStyles from '../../design/primitives/text.module.css';
import type { Insight } from '../../insights/insight.ts';
import { knownEvents } from '../../insights/use-event-suggestions.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { withEvent } from './with-event.ts';

export interface StartWithEventProps {
  readonly insight: Insight;
  readonly onChange: (insight: Insight) => void;
  /** Undefined until it is known. */
  readonly hasEvents: boolean | undefined;
}

const most = 8;

/** In place of an answer while an event is missing: the most frequent ones to choose from. */
export function StartWithEvent({ insight, onChange, hasEvents }: StartWithEventProps) {
  const { api } = useEnvironment();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['api', api.scope?.projectId ?? null, api.scope?.environmentId ?? null, 'most frequent events'],
    queryFn: () => knownEvents(api, queries, ''),
    enabled: hasEvents === true,
  });
  if (hasEvents === false) return <NoEvents />;
  if (data === undefined) return <LoadingBlock height={240} shape="lines" />;
  return (
    <div className={flowStyles.stack12}>
      <p className={textStyles.note}>Or start with a frequent event from the last 7 days</p>
      <BarList
        items={data.slice(0, most).map(({ event_name, count_7d }) => ({ name: event_name, value: count_7d }))}
        onSelect={(event) => onChange(withEvent(insight, event))}
      />
    </div>
  );
}

function NoEvents() {
  return (
    <EmptyState
      icon={<IconChartLine size={28} stroke={1.4} />}
      title="No events in this environment yet"
      snippet={{
        language: 'bash',
        code: `curl '${window.location.origin}/v1/ingest' \\
  -H "Authorization: Bearer $PUBLISHABLE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"batch": [{"event": "signup", "context": {"user": {"id": "user_1"}}, "properties": {"plan": "pro"}}]}'`,
      }}
      action={<PageLink page="/onboarding">Get started with an SDK</PageLink>}
    >
      Once events arrive, you can chart trends, funnels, retention and paths.
    </EmptyState>
  );
}
