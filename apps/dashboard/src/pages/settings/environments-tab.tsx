import type { Wire } from '@lamppost/protocol';
import { Button, Modal, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { failureOf } from '../../api/failure-of.ts';
import { useSession } from '../../api/session.ts';
import { useApiList } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { type DataColumn, DataTable } from '../../design/data-table/data-table.tsx';
import { slugFromName } from '../../design/format/slug-from-name.ts';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { toasts } from '../../design/layout/toasts.tsx';
import { RelativeTime } from '../../design/values/relative-time.tsx';
import { StatusBadge } from '../../design/values/status-badge.tsx';
import { pageHref } from '../../navigation/page-path.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import styles from './settings.module.css';
import { readSettingsSearch } from './settings-search.ts';

type EnvironmentRow = Wire['EnvironmentsAnswer']['data'][number];

export function EnvironmentsTab() {
  const { project, environment } = useEnvironment();
  const { can } = useRole();
  const [search, change] = usePageSearch(readSettingsSearch);
  const list = useApiList('/v1/environments', { query: { limit: 100 } });
  const columns: readonly DataColumn<EnvironmentRow>[] = [
    {
      id: 'name',
      header: 'Environment',
      width: 'minmax(160px, 2fr)',
      onCard: 'title',
      cell: (row) => <bdi className={styles.title}>{row.name}</bdi>,
    },
    { id: 'slug', header: 'Slug', cell: (row) => <span className={styles.mono}>{row.slug}</span> },
    {
      id: 'here',
      header: '',
      width: '130px',
      cell: (row) => (row.id === environment.id ? <StatusBadge tone="accent">Current</StatusBadge> : null),
    },
    {
      id: 'id',
      header: 'Id',
      width: 'minmax(120px, 2fr)',
      cell: (row) => <CopyField value={row.id} label={`Copy id of ${row.slug}`} isInline />,
    },
    { id: 'created', header: 'Created', width: '120px', cell: (row) => <RelativeTime at={row.created_at} /> },
  ];
  return (
    <div className={styles.tab}>
      <Panel
        title="Environments"
        description="Each environment has its own keys, events, crashes, users and flag targeting. Flags, experiments, groups, dashboards and members are shared by all."
        actions={
          can('admin') ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
              New environment
            </Button>
          ) : undefined
        }
        isFlush
      >
        <DataTable
          label="Environments"
          rows={list.rows}
          columns={columns}
          rowId={(row) => row.id}
          rowHref={(row) =>
            pageHref({ project: project.slug, environment: row.slug }, '/settings', {}, { tab: 'environments' })
          }
          isLoading={list.isPending}
          error={failureOf(list, "Couldn't load environments")}
          empty={{ title: 'No environments' }}
        />
      </Panel>
      <NewEnvironmentDialog isOpen={search.new === true && can('admin')} onClose={() => change({ new: undefined })} />
    </div>
  );
}

interface NewEnvironmentDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function NewEnvironmentDialog({ isOpen, onClose }: NewEnvironmentDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New environment">
      <NewEnvironmentForm onClose={onClose} />
    </Modal>
  );
}

function NewEnvironmentForm({ onClose }: Pick<NewEnvironmentDialogProps, 'onClose'>) {
  const { refresh } = useSession();
  const [name, setName] = useState('');
  const [typedSlug, setTypedSlug] = useState<string>();
  const slug = typedSlug ?? slugFromName(name, 32);
  const create = useApiMutation('POST', '/v1/environments', {
    invalidates: ['/v1/environments', '/v1/changes'],
    onSuccess: ({ data }) => {
      void refresh();
      toasts.success({ title: `${data.name} created`, message: 'It has no keys yet. Create one in Keys.' });
      onClose();
    },
  });
  const errors = create.error?.fieldErrors ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ body: { name: name.trim(), slug } });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label="Name"
        placeholder="Staging"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
        required
        error={errors.name?.[0]}
        data-autofocus
      />
      <TextInput
        label="Slug"
        description="Used in URLs and keys. Can't be changed later."
        placeholder="staging"
        value={slug}
        onChange={(event) => setTypedSlug(event.currentTarget.value)}
        maxLength={32}
        spellCheck={false}
        required
        error={errors.slug?.[0] ?? (create.error?.status === 409 ? create.error.message : undefined)}
      />
      <div role="alert" className={styles.problem}>
        {create.error !== null && create.error.status !== 409 && Object.keys(errors).length === 0
          ? `${create.error.message} No environment was created.`
          : undefined}
      </div>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending} disabled={name.trim() === '' || slug === ''}>
          Create environment
        </Button>
      </div>
    </form>
  );
}
