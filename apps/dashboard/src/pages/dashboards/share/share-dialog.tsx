import type { Wire } from '@lamppost/protocol';
import { Button, Modal, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { asSentence } from '../../../design/format/as-sentence.ts';
import { CopyField } from '../../../design/inputs/copy-field.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { type Dashboard, MAX_NAME_LENGTH } from '../dashboard.ts';
import styles from './share-dialog.module.css';
import { ShareList } from './share-list.tsx';

type NewShare = Wire['NewShareAnswer']['data'];

export interface ShareDialogProps {
  readonly dashboard: Dashboard;
  readonly onClose: () => void;
}

const lifetimes = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

/** Read-only links to a dashboard: create, copy, list, revoke. */
export function ShareDialog({ dashboard, onClose }: ShareDialogProps) {
  const { environment } = useEnvironment();
  const [made, setMade] = useState<NewShare>();
  const hasSql = dashboard.widgets.some(({ type }) => type === 'sql');
  return (
    // The link is shown once: a click beside the dialog must not take it away.
    <Modal opened onClose={onClose} title="Share dashboard" size={640} closeOnClickOutside={made === undefined}>
      <div className={styles.dialog}>
        <p className={styles.words}>
          Anyone with the link can view this dashboard with data of {environment.slug}, without signing in. They can't
          change anything, run other queries or see the people behind a number.
          {hasSql && ' SQL widgets show every row that their statement returns.'}
        </p>
        {made === undefined ? (
          <NewLink dashboard={dashboard} onMade={setMade} />
        ) : (
          <MadeLink made={made} onAnother={() => setMade(undefined)} />
        )}
        <ShareList dashboardId={dashboard.id} onRevoked={(id) => id === made?.id && setMade(undefined)} />
      </div>
    </Modal>
  );
}

interface NewLinkProps {
  readonly dashboard: Dashboard;
  readonly onMade: (share: NewShare) => void;
}

function NewLink({ dashboard, onMade }: NewLinkProps) {
  const { api } = useEnvironment();
  const [name, setName] = useState('');
  const [days, setDays] = useState('30');
  const create = useApiMutation('POST', '/v1/dashboards/:id/shares', {
    invalidates: ['/v1/dashboards/:id/shares', '/v1/changes'],
    onSuccess: ({ data }) => onMade(data),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      name: name.trim() === '' ? null : name.trim(),
      expires_in_days: Number(days),
      environment_id: api.scope?.environmentId,
    };
    create.mutate({ params: { id: dashboard.id }, body });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        className={styles.name}
        label="Name"
        description="Optional: who the link is for"
        value={name}
        maxLength={MAX_NAME_LENGTH}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        className={styles.days}
        label="Expires in"
        data={lifetimes}
        value={days}
        allowDeselect={false}
        onChange={(chosen) => setDays(chosen ?? days)}
      />
      <Button type="submit" loading={create.isPending}>
        Create link
      </Button>
      <div role="alert" className={styles.problem}>
        {create.error === null ? undefined : `${asSentence(create.error.message)} No link was created.`}
      </div>
    </form>
  );
}

function MadeLink({ made, onAnother }: { readonly made: NewShare; readonly onAnother: () => void }) {
  return (
    <div className={styles.made}>
      <CopyField value={new URL(made.link, window.location.origin).href} label="Copy share link" />
      <p className={styles.notice}>
        Copy this link now, it won't be shown again. It expires <RelativeTime at={made.expires_at} />.
      </p>
      <Button variant="default" size="xs" onClick={onAnother}>
        Create another link
      </Button>
    </div>
  );
}
