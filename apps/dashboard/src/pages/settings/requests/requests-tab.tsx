import type { Wire } from '@lamppost/protocol';
import { IconChecks } from '@tabler/icons-react';
import { useEnvironment } from '../../../api/environment.ts';
import { failureOf } from '../../../api/failure-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { DiffView } from '../../../design/code/diff-view.tsx';
import { MoreButton } from '../../../design/inputs/more-button.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { ChangeComment } from '../../../design/layout/change-comment.tsx';
import type { HistoryEntry } from '../../../design/layout/history-list.tsx';
import { HistoryList } from '../../../design/layout/history-list.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { AppLink } from '../../../design/primitives/app-link.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { pageHref } from '../../../navigation/page-path.ts';
import { usePageSearch } from '../../../navigation/use-page-search.ts';
import changeStyles from '../changes/changes.module.css';
import styles from '../settings.module.css';
import { readRequestsSearch } from '../settings-search.ts';
import { RequestActions } from './request-actions.tsx';
import { requestStatus, requestTitle } from './request-words.ts';

type ChangeRequest = Wire['ChangeRequestRow'];

const ignored = ['updated_at', 'created_at', 'id', 'flag_id', 'environment_id'];

/** Where nobody set any targeting yet. */
const untargeted = { rules: [], rollout: null, kill: null };

/** Changes that wait for a second person, with the difference that is approved. */
export function RequestsTab() {
  const { project, environment } = useEnvironment();
  const [search, change] = usePageSearch(readRequestsSearch);
  const isOpen = search.requests === 'pending';
  const list = useApiList('/v1/change-requests', {
    query: { limit: 50, environment_id: null, ...(isOpen ? { status: 'pending' } : {}) },
  });
  const slugOf = (id: string | null) => project.environments.find((other) => other.id === id)?.slug;
  const entryOf = (request: ChangeRequest): HistoryEntry => {
    const { entity_type: type, entity_key: key } = request;
    const slug = slugOf(request.environment_id);
    const scope = { project: project.slug, environment: slug ?? environment.slug };
    const href = pageHref(scope, type === 'experiment' ? '/experiments/$key' : '/flags/$key', { key }, {});
    const status = requestStatus(request);
    return {
      id: request.id,
      title: (
        <>
          {requestTitle(request)}{' '}
          <AppLink href={href} className={changeStyles.link}>
            <bdi>{key}</bdi>
          </AppLink>{' '}
          in {slug ?? 'all environments'} <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
        </>
      ),
      who: <bdi>{request.author.name}</bdi>,
      at: request.created_at,
      action: request.status === 'pending' ? <RequestActions request={request} /> : undefined,
      children: (
        <>
          {request.comment !== null && <ChangeComment comment={request.comment} />}
          {request.changes.map((part) => (
            <DiffView
              key={`${part.entity_type} ${part.entity_id}`}
              before={part.before ?? (part.entity_type === 'targeting' ? untargeted : null)}
              after={part.after}
              ignore={ignored}
            />
          ))}
          {request.decided_by !== null && (
            <p className={textStyles.note}>
              {status.label} by <bdi>{request.decided_by.name}</bdi>
              {request.decision_comment !== null && <bdi>: {request.decision_comment}</bdi>}
            </p>
          )}
          {request.is_outdated && (
            <p className={textStyles.note}>
              <bdi>{key}</bdi> was changed since this request was made. Make the change again.
            </p>
          )}
        </>
      ),
    };
  };
  const isEmpty = list.rows.length === 0;
  return (
    <div className={styles.tab}>
      <Panel
        title="Change requests"
        description="Changes in environments that require approval. Approving makes exactly the change shown. Authors can't approve their own."
        actions={
          <SegmentedTabs
            label="Status"
            look="pills"
            tabs={[
              { value: 'pending', label: 'Pending' },
              { value: 'all', label: 'All' },
            ]}
            value={search.requests}
            onChange={(requests) => change({ requests: requests === 'pending' ? undefined : requests })}
          />
        }
        isLoading={list.isPending}
        loadingHeight={240}
        error={failureOf(list, "Couldn't load change requests")}
        empty={
          isEmpty
            ? {
                icon: <IconChecks size={28} stroke={1.4} />,
                title: isOpen ? 'No pending change requests' : 'No change requests',
                children: 'Require approval for an environment under Environments.',
              }
            : undefined
        }
        footer={list.hasNextPage ? <MoreButton list={list}>Show older change requests</MoreButton> : undefined}
      >
        <HistoryList label="Change requests" entries={list.rows.map(entryOf)} />
      </Panel>
    </div>
  );
}
