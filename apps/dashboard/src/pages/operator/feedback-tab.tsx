import type { Wire } from '@lamppost/protocol';
import { IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { JsonTree } from '../../design/code/json-tree.tsx';
import { FoldList } from '../../design/layout/fold-list.tsx';
import { ListEnd } from '../../design/layout/list-end.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge, type Tone } from '../../design/primitives/status-badge.tsx';
import textStyles from '../../design/primitives/text.module.css';
import styles from './operator.module.css';

type Feedback = Wire['FeedbackRow'];

const types: Readonly<Record<Feedback['feedback_type'], { readonly tone: Tone; readonly label: string }>> = {
  bug: { tone: 'bad', label: 'Bug' },
  feature: { tone: 'good', label: 'Idea' },
  general: { tone: 'neutral', label: 'General' },
};

/** What people wrote to anyone who runs the installation. */
export function FeedbackTab() {
  const list = useApiList('/v1/feedback', { query: { limit: 50 } });
  const [openId, setOpenId] = useState<string>();
  return (
    <div className={styles.tab}>
      <Panel
        title="Feedback"
        description="Anyone who can reach this server can send feedback, up to 10 times per hour per IP address. The newest 32 MiB are kept."
        isFlush
        isLoading={list.isPending}
        loadingHeight={240}
        error={failureOf(list, "Couldn't load the feedback")}
        empty={list.rows.length === 0 ? nothingYet : undefined}
      >
        <FoldList
          label="Feedback"
          rows={list.rows}
          rowId={({ id }) => id}
          renderRow={({ feedback_type: type, message, created_at: at }) => (
            <span className={styles.feedback}>
              <StatusBadge tone={types[type].tone}>{types[type].label}</StatusBadge>
              <bdi className={textStyles.cutName}>{message}</bdi>
              <span className={textStyles.muted12}>
                <RelativeTime at={at} />
              </span>
            </span>
          )}
          renderDetail={(feedback) => <FeedbackDetail feedback={feedback} />}
          openId={openId}
          onOpenChange={setOpenId}
        />
        <ListEnd
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
          problem={list.isFetchNextPageError ? list.error?.message : undefined}
        />
      </Panel>
    </div>
  );
}

function FeedbackDetail({ feedback }: { readonly feedback: Feedback }) {
  const { message, metadata, project_slug: project } = feedback;
  return (
    <div className={styles.feedbackDetail}>
      <p className={styles.message}>
        <bdi>{message}</bdi>
      </p>
      <p className={styles.words}>
        {project === null ? 'Sent without a key' : `Sent with a key of project ${project}`}
      </p>
      {metadata !== null && <JsonTree value={metadata} label="Metadata" />}
    </div>
  );
}

const nothingYet = {
  icon: <IconMessage size={28} stroke={1.4} />,
  title: 'No feedback yet',
  children: 'Send feedback from your own tools and pages, no key needed:',
  snippet: {
    language: 'bash' as const,
    code: `curl ${typeof window === 'undefined' ? '' : window.location.origin}/feedback -H 'Content-Type: application/json' \\
  -d '{"feedbackType": "bug", "message": "The export of March is empty."}'`,
  },
};
