import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useRole } from '../../api/environment.ts';
import { useApi } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { ArchiveActions } from '../../records/archive-actions.tsx';
import { RecordProblem } from '../../records/record-problem.tsx';
import { CohortDialog } from './cohort-dialog.tsx';
import { statusOf } from './cohort-words.ts';
import styles from './cohorts.module.css';
import { DefinitionPanel } from './definition-panel.tsx';
import { ImportPanel } from './import-panel.tsx';
import { MembersPanel } from './members-panel.tsx';
import { UsesPanel } from './uses-panel.tsx';

type CohortRow = Wire['CohortRow'];

const WAITING_POLL_MS = 2_000;

export function CohortPage() {
  const key = useRouteParam('key');
  const href = usePageHref();
  usePageTitle(key);
  const [isWaiting, setIsWaiting] = useState(false);
  const { data, error, refetch } = useApi(
    '/v1/cohorts/:id',
    { params: { id: key } },
    { refetchInterval: isWaiting && WAITING_POLL_MS },
  );
  const isComputing = data?.status === 'waiting' && data.archived_at === null;
  if (isComputing !== isWaiting) setIsWaiting(isComputing);
  if (data !== undefined) return <LoadedCohort key={data.id} cohort={data} />;
  return (
    <RecordProblem
      noun="cohort"
      title={key}
      breadcrumbs={[{ label: 'Cohorts', href: href('/cohorts') }]}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function LoadedCohort({ cohort }: { readonly cohort: CohortRow }) {
  const { can } = useRole();
  const href = usePageHref();
  const [isEditing, setIsEditing] = useState(false);
  const refresh = useApiMutation('POST', '/v1/cohorts/:id/refresh', { invalidates: ['/v1/cohorts'] });
  const change = useApiMutation('PATCH', '/v1/cohorts/:id', { invalidates: ['/v1/cohorts', '/v1/changes'] });
  const canEdit = can('editor');
  const isArchived = cohort.archived_at !== null;
  const { tone, label } = statusOf(cohort);
  return (
    <>
      <PageHeader
        title={cohort.name}
        breadcrumbs={[{ label: 'Cohorts', href: href('/cohorts') }]}
        badge={<StatusBadge tone={tone}>{label}</StatusBadge>}
        description={cohort.description ?? undefined}
        actions={
          canEdit ? (
            <>
              {!isArchived && (
                <Button
                  variant="default"
                  leftSection={<IconRefresh size={16} aria-hidden />}
                  loading={refresh.isPending}
                  onClick={() => refresh.mutate({ params: { id: cohort.id } })}
                >
                  Refresh
                </Button>
              )}
              <ArchiveActions
                noun="cohort"
                record={cohort}
                onEdit={() => setIsEditing(true)}
                onArchive={(archived) => change.mutateAsync({ params: { id: cohort.id }, body: { archived } })}
                archiveEffect="Flag rules that use it match no users, and saved queries that use it fail. You can restore the cohort."
                restoreEffect="It is computed again, and filters and rules that use it work again."
              />
            </>
          ) : undefined
        }
      />
      <p className={styles.facts}>
        <CopyField value={cohort.key} label="Copy cohort key" isInline />
      </p>
      <div className={styles.columns}>
        <div className={flowStyles.stack16}>
          <DefinitionPanel cohort={cohort} />
          {cohort.kind === 'list' && canEdit && !isArchived && <ImportPanel cohortId={cohort.id} />}
          <UsesPanel cohortKey={cohort.key} />
        </div>
        <MembersPanel cohort={cohort} canEdit={canEdit && !isArchived} isChanging={change.isPending} />
      </div>
      <CohortDialog
        isOpen={isEditing}
        onClose={() => setIsEditing(false)}
        cohort={cohort}
        onSaved={() => {
          setIsEditing(false);
          toasts.success({ title: 'Cohort saved' });
        }}
      />
    </>
  );
}
