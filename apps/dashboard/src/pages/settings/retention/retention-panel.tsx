import { Button, NumberInput, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { asSentence } from '../../../design/format/as-sentence.ts';
import { formatExactTime } from '../../../design/format/format-time.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import styles from '../settings.module.css';
import { dayWords, firstKept, isShorter, retentionConsequence } from './retention-words.ts';

const MAX_DAYS = 3650;
const usualDays = 365;

export function RetentionPanel() {
  const project = useApi('/v1/project');
  return (
    <Panel
      title="Retention"
      description="How long events, crashes and metrics are stored, in all environments. The change log, flags and members never expire."
      isLoading={project.isPending}
      loadingHeight={140}
      error={failureOf(project, "Couldn't load the retention")}
    >
      {project.data !== undefined && <RetentionForm key={project.data.updated_at} now={project.data.retention_days} />}
    </Panel>
  );
}

function RetentionForm({ now }: { readonly now: number | null }) {
  const { can, whyNot } = useRole();
  const [isForever, setForever] = useState(now === null);
  const [days, setDays] = useState<number | ''>(now ?? usualDays);
  const [isAsked, setAsked] = useState(false);
  const save = useApiMutation('PATCH', '/v1/project', {
    invalidates: ['/v1/project', '/v1/changes'],
    onSuccess: () => toasts.success({ title: 'Retention saved' }),
  });
  const next = isForever ? null : days === '' ? undefined : days;
  const consequence = next === undefined ? undefined : retentionConsequence(now, next);
  const isReadOnly = !can('admin');
  const send = (): Promise<unknown> => save.mutateAsync({ body: { retention_days: next ?? null } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next === undefined || consequence === undefined) return;
    if (isShorter(now, next)) setAsked(true);
    // What went wrong stands below the form.
    else send().catch(() => undefined);
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <Radio.Group
        aria-label="Keep events"
        value={isForever ? 'forever' : 'days'}
        onChange={(value) => setForever(value === 'forever')}
        readOnly={isReadOnly}
      >
        <Stack gap="md">
          <Radio value="forever" label="Forever" disabled={isReadOnly} />
          <Radio value="days" label="For a number of days" disabled={isReadOnly} />
        </Stack>
      </Radio.Group>
      {!isForever && (
        <NumberInput
          label="Days"
          value={days}
          onChange={(value) => setDays(typeof value === 'number' ? value : '')}
          min={1}
          max={MAX_DAYS}
          clampBehavior="strict"
          allowDecimal={false}
          maw={160}
          disabled={isReadOnly}
          error={save.error?.fieldErrors.retention_days?.[0]}
        />
      )}
      {consequence !== undefined && !isReadOnly && (
        <p className={styles.notice} data-tone={isShorter(now, next ?? null) ? 'bad' : undefined} role="status">
          {consequence}
        </p>
      )}
      <div role="alert" className={styles.problem}>
        {save.error === null || isAsked ? undefined : `${asSentence(save.error.message)} Retention wasn't changed.`}
      </div>
      {isReadOnly ? (
        <p className={styles.words}>{whyNot('admin')}</p>
      ) : (
        <Button type="submit" disabled={consequence === undefined} loading={save.isPending}>
          Save retention
        </Button>
      )}
      {typeof next === 'number' && (
        <ConfirmWithReason
          isOpen={isAsked}
          onClose={() => setAsked(false)}
          title={`Delete data older than ${dayWords(next)}?`}
          action="Delete older data"
          reason="none"
          typeToConfirm={String(next)}
          onConfirm={async () => {
            await send();
          }}
        >
          <p className={styles.words}>{consequence}</p>
          <p className={styles.words}>
            Data received since {formatExactTime(firstKept(next, Date.now()), 'UTC')} is kept. Existing backups still
            contain older data.
          </p>
        </ConfirmWithReason>
      )}
    </form>
  );
}
