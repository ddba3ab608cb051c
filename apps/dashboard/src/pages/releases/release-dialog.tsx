import { Select, TextInput } from '@mantine/core';
import { useEnvironment } from '../../api/environment.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { toasts } from '../../design/feedback/toasts.tsx';
import { platformWords } from '../../design/format/platform-words.ts';
import { PercentInput } from '../../design/inputs/percent-input.tsx';
import { announceBody, emptyForm, formOf, patchBody } from './release-form.ts';
import { type Release, statusText } from './release-words.ts';
import styles from './releases.module.css';
import { releaseChannels, releaseStatuses } from './releases-search.ts';

export interface ReleaseDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The release that is edited; a new one is announced without. */
  readonly release?: Release | undefined;
}

const invalidates = ['/v1/releases', '/v1/annotations', '/v1/changes'];
const statusOptions = releaseStatuses.flatMap((value) =>
  value === 'all' ? [{ value: '', label: 'Automatic (from rollout)' }] : [{ value, label: statusText(value) }],
);

export function ReleaseDialog({ isOpen, onClose, release }: ReleaseDialogProps) {
  const { environment } = useEnvironment();
  const done = (title: string) => {
    toasts.success({ title });
    onClose();
  };
  const announce = useApiMutation('POST', '/v1/releases', { invalidates, onSuccess: () => done('Release registered') });
  const edit = useApiMutation('PATCH', '/v1/releases/:id', { invalidates, onSuccess: () => done('Release saved') });
  const isNew = release === undefined;
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isNew ? 'Register release' : `Edit ${release.version}`}
      size="lg"
      action={isNew ? 'Register release' : 'Save release'}
      initial={isNew ? emptyForm : formOf(release)}
      canSubmit={({ version }) => version.trim() !== ''}
      onSubmit={(values) => {
        if (!isNew) return edit.mutateAsync({ params: { id: release.id }, body: patchBody(values) });
        return announce.mutateAsync({ body: { ...announceBody(values), environment_id: environment.id } });
      }}
      failureText={(message) => `${isNew ? "Couldn't register the release." : 'No changes were made.'} ${message}`}
    >
      {(form) => (
        <div className={styles.form}>
          {isNew && (
            <>
              <TextInput
                label="Version"
                description="As the app sends it"
                maxLength={64}
                required
                data-autofocus
                {...form.getInputProps('version')}
              />
              <Select
                label="Platform"
                description="Where it runs"
                data={Object.entries(platformWords).map(([value, label]) => ({ value, label }))}
                allowDeselect={false}
                {...form.getInputProps('platform')}
              />
            </>
          )}
          <Select
            label="Channel"
            data={releaseChannels.filter((value) => value !== 'all')}
            allowDeselect={false}
            {...form.getInputProps('channel')}
          />
          <Select
            label="Status"
            data={isNew ? statusOptions : statusOptions.slice(1)}
            allowDeselect={false}
            {...form.getInputProps('status')}
          />
          <div className={styles.wide}>
            <PercentInput
              label="Rollout"
              of="users"
              {...form.getInputProps('rolloutPct')}
              value={form.values.rolloutPct}
            />
          </div>
          <TextInput label="Commit" maxLength={64} {...form.getInputProps('commitSha')} />
          <TextInput label="Branch" maxLength={255} {...form.getInputProps('branch')} />
          <TextInput
            label="Pull request"
            inputMode="numeric"
            pattern="[0-9]*"
            {...form.getInputProps('prNumber')}
            onChange={(event) => form.setFieldValue('prNumber', event.currentTarget.value.replace(/\D/g, ''))}
          />
          <TextInput label="Release notes" maxLength={500} {...form.getInputProps('prTitle')} />
        </div>
      )}
    </FormDialog>
  );
}
