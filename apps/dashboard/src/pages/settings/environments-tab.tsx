import type { Wire } from '@lamppost/protocol';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { failureOf } from '../../api/failure-of.ts';
import { useSession } from '../../api/session.ts';
import { useApiList } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { toasts } from '../../design/feedback/toasts.tsx';
import { slugFromName } from '../../design/format/slug-from-name.ts';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { pageHref } from '../../navigation/page-path.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import styles from './settings.module.css';
import { readSettingsSearch } from './settings-search.ts';

type EnvironmentRow = Wire['EnvironmentsAnswer']['data'][number];

export function EnvironmentsTab() {
  const { project, environment } = useEnvironment();
  const { can } = useRole();
  const [search, change] = usePageSearch(readSettingsSearch);
  const list = useApiList('/v1/environments', { query: { limit: 100 } });
  const [asked, setAsked] = useState<EnvironmentRow>();
  const columns: readonly DataColumn<EnvironmentRow>[] = [
    {
      id: 'name',
      header: 'Environment',
      width: 'minmax(160px, 2fr)',
      onCard: 'title',
      cell: (row) => <bdi className={textStyles.cutName}>{row.name}</bdi>,
    },
    { id: 'slug', header: 'Slug', cell: (row) => <span className={textStyles.mono}>{row.slug}</span> },
    {
      id: 'here',
      header: '',
      width: '130px',
      cell: (row) => (row.id === environment.id ? <StatusBadge tone="accent">Current</StatusBadge> : null),
    },
    {
      id: 'approval',
      header: 'Approval',
      width: '150px',
      cell: (row) => {
        const words = row.approval.required ? 'Required' : 'Not required';
        if (!can('admin')) return words;
        return (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={`Approval in ${row.slug}: ${words}`}
            onClick={(event) => {
              event.preventDefault();
              event.stopPropagation();
              setAsked(row);
            }}
          >
            {words}
          </Button>
        );
      },
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
      <ApprovalDialog environment={asked} onClose={() => setAsked(undefined)} />
      <NewEnvironmentDialog isOpen={search.new === true && can('admin')} onClose={() => change({ new: undefined })} />
    </div>
  );
}

interface NewEnvironmentDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface NewEnvironment {
  readonly name: string;
  /** Follows the name until one is typed. */
  readonly slug: string | undefined;
}

const MAX_SLUG_LENGTH = 32;
const initial: NewEnvironment = { name: '', slug: undefined };
const slugOf = ({ name, slug }: NewEnvironment): string => slug ?? slugFromName(name, MAX_SLUG_LENGTH);

function NewEnvironmentDialog({ isOpen, onClose }: NewEnvironmentDialogProps) {
  const { refresh } = useSession();
  const create = useApiMutation('POST', '/v1/environments', {
    invalidates: ['/v1/environments', '/v1/changes'],
    onSuccess: ({ data }) => {
      void refresh();
      toasts.success({ title: `${data.name} created`, message: 'It has no keys yet. Create one in Keys.' });
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="New environment"
      action="Create environment"
      initial={initial}
      canSubmit={(values) => values.name.trim() !== '' && slugOf(values) !== ''}
      onSubmit={(values) => create.mutateAsync({ body: { name: values.name.trim(), slug: slugOf(values) } })}
      placeError={({ status, message }) => (status === 409 ? { slug: message } : undefined)}
      failureText={(message) => `${message} No environment was created.`}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            placeholder="Staging"
            maxLength={200}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Slug"
            description="Used in URLs and keys. Can't be changed later."
            placeholder="staging"
            maxLength={MAX_SLUG_LENGTH}
            spellCheck={false}
            required
            {...form.getInputProps('slug')}
            value={slugOf(form.values)}
          />
        </>
      )}
    </FormDialog>
  );
}
