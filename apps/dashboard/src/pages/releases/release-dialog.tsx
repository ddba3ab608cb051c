import { Button, Modal, Select, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { platformWords } from '../../design/format/platform-words.ts';
import { PercentInput } from '../../design/inputs/percent-input.tsx';
import { toasts } from '../../design/layout/toasts.tsx';
import { announceBody, emptyForm, formOf, patchBody, type ReleaseForm } from './release-form.ts';
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
  const [form, setForm] = useState<ReleaseForm>(emptyForm);
  const done = (title: string) => {
    toasts.success({ title });
    onClose();
  };
  const announce = useApiMutation('POST', '/v1/releases', { invalidates, onSuccess: () => done('Release registered') });
  const edit = useApiMutation('PATCH', '/v1/releases/:id', { invalidates, onSuccess: () => done('Release saved') });
  const { reset: resetAnnounce } = announce;
  const { reset: resetEdit } = edit;
  useEffect(() => {
    if (!isOpen) return;
    setForm(release === undefined ? emptyForm : formOf(release));
    resetAnnounce();
    resetEdit();
  }, [isOpen, release, resetAnnounce, resetEdit]);
  const set = (change: Partial<ReleaseForm>) => setForm((now) => ({ ...now, ...change }));
  const problem: ApiProblem | null = release === undefined ? announce.error : edit.error;
  const fault = (field: string): string | undefined => problem?.fieldErrors[field]?.join(' ');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (release === undefined) announce.mutate({ body: { ...announceBody(form), environment_id: environment.id } });
    else edit.mutate({ params: { id: release.id }, body: patchBody(form) });
  };
  const isNew = release === undefined;
  return (
    <Modal opened={isOpen} onClose={onClose} title={isNew ? 'Register release' : `Edit ${release.version}`} size="lg">
      <form onSubmit={submit}>
        <div className={styles.form}>
          {isNew && (
            <>
              <TextInput
                label="Version"
                description="As the app sends it"
                value={form.version}
                onChange={(event) => set({ version: event.currentTarget.value })}
                error={fault('version')}
                maxLength={64}
                required
                data-autofocus
              />
              <Select
                label="Platform"
                description="Where it runs"
                data={Object.entries(platformWords).map(([value, label]) => ({
                  value: value as Release['platform'],
                  label,
                }))}
                value={form.platform}
                onChange={(platform) => platform !== null && set({ platform })}
                allowDeselect={false}
              />
            </>
          )}
          <Select
            label="Channel"
            data={releaseChannels.filter((value) => value !== 'all')}
            value={form.channel}
            onChange={(channel) => channel !== null && set({ channel })}
            allowDeselect={false}
          />
          <Select
            label="Status"
            data={isNew ? statusOptions : statusOptions.slice(1)}
            value={form.status}
            onChange={(status) => status !== null && set({ status: status as ReleaseForm['status'] })}
            error={fault('status')}
            allowDeselect={false}
          />
          <div className={styles.wide}>
            <PercentInput
              label="Rollout"
              of="users"
              value={form.rollout}
              onChange={(rollout) => set({ rollout })}
              error={fault('rollout_pct')}
            />
          </div>
          <TextInput
            label="Commit"
            value={form.commit}
            onChange={(event) => set({ commit: event.currentTarget.value })}
            error={fault('commit_sha')}
            maxLength={64}
          />
          <TextInput
            label="Branch"
            value={form.branch}
            onChange={(event) => set({ branch: event.currentTarget.value })}
            error={fault('branch')}
            maxLength={255}
          />
          <TextInput
            label="Pull request"
            inputMode="numeric"
            pattern="[0-9]*"
            value={form.prNumber}
            onChange={(event) => set({ prNumber: event.currentTarget.value.replace(/\D/g, '') })}
            error={fault('pr_number')}
          />
          <TextInput
            label="Release notes"
            value={form.prTitle}
            onChange={(event) => set({ prTitle: event.currentTarget.value })}
            error={fault('pr_title')}
            maxLength={500}
          />
        </div>
        {problem !== null && (
          <p role="alert" className={styles.failure}>
            {isNew ? "Couldn't register the release." : 'No changes were made.'} {problem.message}
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={announce.isPending || edit.isPending} disabled={form.version.trim() === ''}>
            {isNew ? 'Register release' : 'Save release'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
