import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRole } from '../../api/environment.ts';
import { useApi } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../design/feedback/toasts.tsx';
import { DangerButton } from '../../design/inputs/danger-button.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { RecordProblem } from '../../records/record-problem.tsx';
import { AlertChart } from './alert-chart.tsx';
import { definitionOf, draftOf } from './alert-draft.ts';
import { AlertForm } from './alert-form.tsx';
import { AlertHistoryPanel } from './alert-history-panel.tsx';
import { AlertMuteMenu } from './alert-mute-menu.tsx';
import { AlertSettingsPanel } from './alert-settings-panel.tsx';
import { type AlertRow, stateOf } from './alert-words.ts';
import styles from './alerts.module.css';
import { useAlertPreview } from './use-alert-preview.ts';

const REFETCH_MS = 10_000;
const invalidates = ['/v1/alerts', '/v1/changes'];

export function AlertPage() {
  const id = useRouteParam('id');
  const href = usePageHref();
  // What is being deleted is not asked for again.
  const [isGoing, setIsGoing] = useState(false);
  const options = { refetchInterval: REFETCH_MS, enabled: !isGoing };
  const { data, error, refetch } = useApi('/v1/alerts/:id', { params: { id } }, options);
  usePageTitle(data?.name ?? 'Alert');
  if (data !== undefined) return <LoadedAlert alert={data} isGoing={isGoing} onGoing={setIsGoing} />;
  return (
    <RecordProblem
      noun="alert"
      title="Alert"
      breadcrumbs={[{ label: 'Alerts', href: href('/alerts') }]}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

interface LoadedAlertProps {
  readonly alert: AlertRow;
  readonly isGoing: boolean;
  readonly onGoing: (isGoing: boolean) => void;
}

function LoadedAlert({ alert, isGoing, onGoing }: LoadedAlertProps) {
  const { can } = useRole();
  const href = usePageHref();
  const [isEditing, setIsEditing] = useState(false);
  const update = useApiMutation('PATCH', '/v1/alerts/:id', {
    invalidates,
    onSuccess: () => {
      setIsEditing(false);
      toasts.success({ title: 'Alert saved' });
    },
  });
  const { tone, label } = stateOf(alert);
  return (
    <>
      <PageHeader
        title={<bdi>{alert.name}</bdi>}
        breadcrumbs={[{ label: 'Alerts', href: href('/alerts') }]}
        badge={
          <span className={flowStyles.row6}>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            {alert.muted && <StatusBadge tone="neutral">Muted</StatusBadge>}
          </span>
        }
        description={alert.message ?? undefined}
        actions={
          can('editor') && !isEditing ? (
            <AlertActions alert={alert} onEdit={() => setIsEditing(true)} onGoing={onGoing} />
          ) : undefined
        }
      />
      {isEditing ? (
        <AlertForm
          initial={draftOf(alert)}
          action="Save alert"
          isSaving={update.isPending}
          problem={update.error}
          onCancel={() => setIsEditing(false)}
          onSave={({ name, definition, remind, webhookIds }) =>
            update.mutate({
              params: { id: alert.id },
              body: { name, ...definition, step: definition.step ?? null, remind, webhook_ids: [...webhookIds] },
            })
          }
        />
      ) : (
        <AlertDetails alert={alert} isGoing={isGoing} />
      )}
    </>
  );
}

interface AlertActionsProps extends Pick<LoadedAlertProps, 'alert' | 'onGoing'> {
  readonly onEdit: () => void;
}

function AlertActions({ alert, onEdit, onGoing }: AlertActionsProps) {
  const href = usePageHref();
  const navigate = useNavigateTo();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useApiMutation('DELETE', '/v1/alerts/:id', { invalidates });
  return (
    <>
      <AlertMuteMenu alert={alert} />
      <Button variant="default" onClick={onEdit}>
        Edit
      </Button>
      <DangerButton onClick={() => setIsAsking(true)}>Delete</DangerButton>
      <ConfirmWithReason
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Delete ${alert.name}?`}
        action="Delete alert"
        reason="none"
        onConfirm={async () => {
          onGoing(true);
          await remove.mutateAsync({ params: { id: alert.id } }).catch((error: unknown) => {
            onGoing(false);
            throw error;
          });
          navigate(href('/alerts'));
        }}
      >
        Its history is deleted too. This can't be undone.
      </ConfirmWithReason>
    </>
  );
}

function AlertDetails({ alert, isGoing }: Pick<LoadedAlertProps, 'alert' | 'isGoing'>) {
  const definition = useMemo(() => definitionOf(draftOf(alert)), [alert]);
  const preview = useAlertPreview(definition, JSON.stringify([alert.state, alert.judged]));
  const options = { refetchInterval: REFETCH_MS, enabled: !isGoing };
  const history = useApi('/v1/alerts/:id/history', { params: { id: alert.id } }, options);
  const { data, error } = preview;
  return (
    <div className={flowStyles.columns}>
      <div className={flowStyles.stack16}>
        <Panel
          title={<bdi>{alert.measures}</bdi>}
          description="With the periods in which the alert fired"
          isLoading={data === undefined && error === null}
          loadingHeight={320}
          error={
            error === null
              ? undefined
              : { title: "Couldn't run the query", children: error.message, onRetry: () => void preview.refetch() }
          }
        >
          {data !== undefined && (
            <AlertChart
              label={alert.measures}
              unit={alert.unit}
              points={data.points}
              firing={history.data?.firing ?? []}
              condition={alert.condition}
              height={300}
            />
          )}
        </Panel>
        <AlertHistoryPanel
          transitions={history.data?.transitions}
          problem={history.error?.message}
          onRetry={() => void history.refetch()}
        />
      </div>
      <div className={styles.side}>
        <AlertSettingsPanel alert={alert} />
      </div>
    </div>
  );
}
