import { IconActivity, IconSearchOff } from '@tabler/icons-react';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './live.module.css';
import type { LiveView } from './use-live-log.ts';

export function NothingYet({ view }: { readonly view: LiveView }) {
  const { log, state, backfill } = view;
  if (state.kind === 'connecting' || backfill === 'asking') {
    return (
      <div className={styles.loading}>
        <LoadingBlock height={280} shape="lines" />
      </div>
    );
  }
  if (log.filter !== '') {
    return (
      <EmptyState icon={<IconSearchOff size={28} stroke={1.4} />} title="No matching events yet">
        No event has this in its name, ids or properties. Matching events appear here automatically.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconActivity size={28} stroke={1.4} />}
      title="Waiting for the first event"
      snippet={{ language: 'bash', code: snippetOf(window.location.origin) }}
    >
      Send an event and it appears here within two seconds. Find your keys in Settings;{' '}
      <PageLink page="/onboarding">Get started</PageLink> has snippets for each platform.
    </EmptyState>
  );
}

const snippetOf = (origin: string): string =>
  `curl ${origin}/v1/ingest -H "Authorization: Bearer $PUBLISHABLE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"batch": [{"event": "hello", "properties": {"from": "the terminal"}}]}'`;
