import type { Wire } from '@lamppost/protocol';
import { Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { useApi } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../design/dialogs/confirm-with-reason.tsx';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { DangerButton } from '../../design/inputs/danger-button.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { KeyValue } from '../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { textOf, usePageSearch } from '../../navigation/use-page-search.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { DeviceEvents } from './device-events.tsx';
import { deviceModelWords, osWords } from './device-words.ts';
import { ErasurePanel } from './erasure-panel.tsx';
import styles from './people.module.css';

const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  open: textOf(raw.open) || undefined,
  job: textOf(raw.job) || undefined,
});

export function DevicePage() {
  const id = useRouteParam('id');
  const href = usePageHref();
  const [{ job }, change] = usePageSearch(readSearch);
  usePageTitle(id);
  const call = { params: { deviceId: id } };
  const { data, error, refetch } = useApi('/v1/devices/:deviceId', call, { enabled: job === undefined });
  const crumbs = [
    { label: 'People', href: href('/people') },
    { label: 'Devices', href: href('/devices') },
  ];
  if (job === undefined && data !== undefined) return <KnownDevice device={data} breadcrumbs={crumbs} />;
  return (
    <>
      <PageHeader title={<bdi>{id}</bdi>} breadcrumbs={crumbs} />
      {job !== undefined ? (
        <ErasurePanel jobId={job} what="device" onClose={() => change({ job: undefined })} />
      ) : error === null ? (
        <LoadingBlock height={360} />
      ) : (
        <ErrorState
          title={error.status === 404 ? 'Device not found' : "Couldn't load the device"}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        >
          {error.status === 404
            ? "It hasn't registered yet, belongs to another environment, or was erased."
            : error.message}
        </ErrorState>
      )}
    </>
  );
}

interface KnownDeviceProps {
  readonly device: Wire['DeviceRow'];
  readonly breadcrumbs: readonly { readonly label: string; readonly href: string }[];
}

function KnownDevice({ device, breadcrumbs }: KnownDeviceProps) {
  const { whyNot } = useRole();
  const { environment } = useEnvironment();
  const [{ open }, change] = usePageSearch(readSearch);
  const [isErasing, setIsErasing] = useState(false);
  const erase = useApiMutation('DELETE', '/v1/devices/:deviceId', {
    onSuccess: ({ data }) => change({ job: data.id }),
  });
  const reason = whyNot('admin');
  const id = device.device_id;
  return (
    <>
      <PageHeader
        title={<bdi>{deviceModelWords(device) ?? id}</bdi>}
        breadcrumbs={breadcrumbs}
        actions={
          reason === undefined ? (
            <DangerButton onClick={() => setIsErasing(true)}>Erase</DangerButton>
          ) : (
            <Tooltip label={reason}>
              <span>
                <DangerButton disabled>Erase</DangerButton>
              </span>
            </Tooltip>
          )
        }
      />
      <div className={flowStyles.columns}>
        <div className={flowStyles.stack16}>
          <DeviceEvents deviceId={id} openId={open} onOpenChange={(entry) => change({ open: entry })} />
        </div>
        <aside className={`${flowStyles.stack16} ${styles.aside}`} aria-label="Device details">
          <Panel title="Identity">
            <KeyValue
              items={[
                { label: 'Device id', value: <CopyField value={id} label="Copy device id" isInline /> },
                {
                  label: 'Anonymous id',
                  value: <CopyField value={device.anonymous_id} label="Copy anonymous id" isInline />,
                },
                {
                  label: 'User',
                  value:
                    device.user_id === null ? (
                      'not signed in'
                    ) : (
                      <PageLink
                        page="/people/$id"
                        params={{ id: device.user_id }}
                        className={`${styles.mono} ${styles.long}`}
                      >
                        {device.user_id}
                      </PageLink>
                    ),
                },
                { label: 'Registered', value: <RelativeTime at={device.first_seen_at} /> },
                { label: 'Last seen', value: <RelativeTime at={device.last_seen_at} /> },
              ]}
            />
          </Panel>
          <Panel title="Properties" description="From its last registration">
            <KeyValue
              items={[
                { label: 'Platform', value: text(device.platform) },
                { label: 'Model', value: text(device.device_model) },
                { label: 'System', value: text(osWords(device) ?? null) },
                { label: 'App version', value: text(device.app_version) },
                { label: 'Build', value: text(device.build_number) },
                { label: 'Country', value: text(device.country) },
                { label: 'Locale', value: text(device.locale) },
                { label: 'Time zone', value: text(device.timezone) },
              ]}
            />
          </Panel>
        </aside>
      </div>
      <ConfirmWithReason
        isOpen={isErasing}
        onClose={() => setIsErasing(false)}
        title={`Erase this device in ${environment.name}?`}
        action="Erase device"
        reason="none"
        typeToConfirm={id}
        onConfirm={async () => {
          await erase.mutateAsync({ params: { deviceId: id } });
        }}
      >
        All events, crash reports and metrics from this device are permanently deleted, for every user. The linked user
        is kept.
      </ConfirmWithReason>
    </>
  );
}

const text = (fact: string | null) => (fact === null ? undefined : <bdi className={styles.long}>{fact}</bdi>);
