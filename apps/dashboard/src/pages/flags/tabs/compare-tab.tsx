import { Button, Select } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment, useRole } from '../../../api/environment.ts';
import { orRequested } from '../../../api/or-requested.ts';
import type { SessionEnvironment } from '../../../api/session.ts';
import { apiQuery } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { Sentence } from '../../../conditions/sentence.tsx';
import { DiffLines } from '../../../design/code/diff-view.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { ErrorState } from '../../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../../design/feedback/loading-block.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { CommentField } from '../../../design/inputs/comment-field.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { AppLink } from '../../../design/primitives/app-link.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import { pageHref } from '../../../navigation/page-path.ts';
import { changedPaths, commentPart } from '../editor/use-save-targeting.ts';
import { diffTargeting } from '../targeting/diff-targeting.ts';
import { flagState } from '../targeting/flag-state.ts';
import { rolloutText, ruleParts, valueText } from '../targeting/rule-words.ts';
import { draftOf, type Flag, type Targeting } from '../targeting/targeting.ts';
import styles from './tabs.module.css';

/** What the flag is in every environment, side by side, and how one becomes like another. */
export function CompareTab({ flag }: { readonly flag: Flag }) {
  const { project, environment, api } = useEnvironment();
  const { can } = useRole();
  const { environments } = project;
  const queries = environments.map((other) => {
    const there = api.within({ projectId: project.id, environmentId: other.id });
    return apiQuery(there, '/v1/flags/:id/rules', { params: { id: flag.id } });
  });
  const results = useQueries({ queries });
  const [copyTo, setCopyTo] = useState<SessionEnvironment>();
  const targetings = new Map(environments.map((other, index) => [other.id, results[index]?.data]));
  return (
    <div className={styles.environments}>
      {environments.map((other, index) => {
        const result = results[index];
        const targeting = result?.data;
        const href = pageHref({ project: project.slug, environment: other.slug }, '/flags/$key', { key: flag.key }, {});
        return (
          <Panel
            key={other.id}
            title={
              other.id === environment.id ? `${other.name} (current)` : <AppLink href={href}>{other.name}</AppLink>
            }
            actions={
              can('editor') && flag.status !== 'archived' && environments.length > 1 ? (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  leftSection={<IconCopy size={14} aria-hidden />}
                  onClick={() => setCopyTo(other)}
                >
                  {copyWords(copySource(environments, other, environment), other)}
                </Button>
              ) : undefined
            }
          >
            {result?.isError === true && (
              <ErrorState title="Couldn't load targeting" onRetry={() => void result.refetch()} />
            )}
            {targeting === undefined && result?.isError !== true && <LoadingBlock height={120} shape="lines" />}
            {targeting !== undefined && <Summary flag={flag} targeting={targeting} environment={other.slug} />}
          </Panel>
        );
      })}
      {copyTo !== undefined && (
        <CopyDialog flag={flag} to={copyTo} targetings={targetings} onClose={() => setCopyTo(undefined)} />
      )}
    </div>
  );
}

interface SummaryProps {
  readonly flag: Flag;
  readonly targeting: Targeting;
  readonly environment: string;
}

function Summary({ flag, targeting, environment }: SummaryProps) {
  const state = flagState(flag, targeting, environment);
  return (
    <>
      <p className={styles.state}>
        <StatusBadge tone={state.tone}>{state.short}</StatusBadge> {state.words}
        {targeting.kill !== null && (
          <>
            : <bdi>{targeting.kill.reason}</bdi>
          </>
        )}
      </p>
      {targeting.rules.length > 0 && (
        <ol className={styles.rules}>
          {targeting.rules.map((rule) => (
            <li key={rule.id} data-same={!rule.enabled || undefined}>
              <Sentence parts={ruleParts(rule)} />
              {!rule.enabled && '(disabled)'}
            </li>
          ))}
        </ol>
      )}
      <p className={styles.muted}>
        {targeting.rollout === null
          ? targeting.rules.length === 0
            ? 'All users get'
            : 'All other users get'
          : `${rolloutText(targeting.rollout)}, others get`}{' '}
        the default {valueText(flag.default_value)}.
      </p>
    </>
  );
}

/** Where a copy into `to` comes from unless the dialog says otherwise: the environment that is looked at. */
const copySource = (
  environments: readonly SessionEnvironment[],
  to: SessionEnvironment,
  current: { readonly id: string },
) => environments.find(({ id }) => id === current.id && id !== to.id) ?? environments.find(({ id }) => id !== to.id);

const copyWords = (from: SessionEnvironment | undefined, to: SessionEnvironment): string =>
  from === undefined ? `Copy to ${to.slug}` : `Copy ${from.slug} to ${to.slug}`;

interface CopyDialogProps {
  readonly flag: Flag;
  readonly to: SessionEnvironment;
  readonly targetings: ReadonlyMap<string, Targeting | undefined>;
  readonly onClose: () => void;
}

function CopyDialog({ flag, to, targetings, onClose }: CopyDialogProps) {
  const { project, environment } = useEnvironment();
  const others = project.environments.filter(({ id }) => id !== to.id);
  const copy = useApiMutation('POST', '/v1/flags/:id/copy', { invalidates: changedPaths });
  const linesFrom = (fromId: string) => {
    const [here, there] = [targetings.get(to.id), targetings.get(fromId)];
    return here && there ? diffTargeting(draftOf(here), draftOf(there)) : [];
  };
  const sourceOf = (fromId: string) => others.find(({ id }) => id === fromId);
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Copy targeting of ${flag.key} to ${to.slug}?`}
      size="lg"
      action={({ fromId }) => copyWords(sourceOf(fromId), to)}
      initial={{ fromId: copySource(others, to, environment)?.id ?? '', comment: '' }}
      canSubmit={({ fromId }) => linesFrom(fromId).length > 0}
      onSubmit={async ({ fromId, comment }) => {
        const body = { from_environment_id: fromId, to_environment_id: to.id, ...commentPart(comment) };
        const isRequested = await orRequested(copy.mutateAsync({ params: { id: flag.id }, body }));
        onClose();
        const from = sourceOf(fromId)?.slug ?? 'another environment';
        toasts.success({ title: isRequested ? 'Approval requested' : `${flag.key} copied from ${from} to ${to.slug}` });
      }}
      failureText={(message) => `Couldn't copy: ${message}`}
    >
      {(form) => (
        <>
          <Select
            label="From"
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            {...form.getInputProps('fromId')}
          />
          <p className={styles.muted}>Replaces rules and rollout in {to.slug}. The kill switch isn't copied.</p>
          <DiffLines
            lines={linesFrom(form.values.fromId)}
            sameWords={`${to.slug} already has the same rules and rollout.`}
          />
          {linesFrom(form.values.fromId).length > 0 && (
            <CommentField value={form.values.comment} onChange={(comment) => form.setFieldValue('comment', comment)} />
          )}
        </>
      )}
    </FormDialog>
  );
}
