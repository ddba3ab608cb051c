import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import styles from '../settings.module.css';
import { EraseProgress } from './erase-progress.tsx';

type Subject = 'user' | 'device';

/** Things that name somebody: all of them are other people's answers once the erasure has begun. */
const invalidates = ['/v1/jobs', '/v1/people', '/v1/devices', '/v1/events', '/v1/groups', '/v1/changes'];

/** Everything of one person or device, gone from every file. Admins only. */
export function ErasePanel() {
  const { environment } = useEnvironment();
  const [kind, setKind] = useState<Subject>('user');
  const [id, setId] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [jobId, setJobId] = useState<string>();
  const eraseUser = useApiMutation('DELETE', '/v1/users/:userId', { invalidates });
  const eraseDevice = useApiMutation('DELETE', '/v1/devices/:deviceId', { invalidates });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
  };
  const erase = async (): Promise<void> => {
    const { data } =
      kind === 'user'
        ? await eraseUser.mutateAsync({ params: { userId: id } })
        : await eraseDevice.mutateAsync({ params: { deviceId: id } });
    setJobId(data.id);
    setId('');
  };
  return (
    <Panel
      title={`Erase a user or device in ${environment.slug}`}
      description="Permanently deletes all data of one user or device and drops copies that arrive later"
    >
      <form onSubmit={submit} className={styles.form}>
        <SegmentedTabs
          label="Erase"
          look="pills"
          tabs={[
            { value: 'user', label: 'A user' },
            { value: 'device', label: 'A device' },
          ]}
          value={kind}
          onChange={setKind}
        />
        <TextInput
          label={kind === 'user' ? 'User id' : 'Device id'}
          description={
            kind === 'user' ? (
              <>
                The id sent by the app. Find it in <PageLink page="/people">People</PageLink>.
              </>
            ) : (
              <>
                The linked user is kept. Find it in <PageLink page="/devices">Devices</PageLink>.
              </>
            )
          }
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          maxLength={256}
          spellCheck={false}
          autoComplete="off"
        />
        <Button type="submit" variant="default" disabled={id === ''}>
          Erase {kind}
        </Button>
      </form>
      {jobId !== undefined && <EraseProgress key={jobId} jobId={jobId} />}
      <ConfirmWithReason
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={`Erase this ${kind} in ${environment.slug}?`}
        action={`Erase ${kind}`}
        reason="none"
        typeToConfirm={id}
        onConfirm={erase}
      >
        <p className={styles.words}>
          {kind === 'user'
            ? 'Attributes, devices, links and group memberships are deleted immediately, events, crashes and metrics within seconds. All files are cleaned within a day.'
            : 'All events, crashes and metrics from the device are deleted within seconds. All files are cleaned within a day.'}{' '}
          This can't be undone.
        </p>
        <p className={styles.words}>Existing backups, flag rules that contain the id, and received counts are kept.</p>
      </ConfirmWithReason>
    </Panel>
  );
}
