import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment } from '../api/environment.ts';
import { useApiList } from '../api/use-api.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { FormDialog } from '../design/dialogs/form-dialog.tsx';
import { toasts } from '../design/feedback/toasts.tsx';
import { PageLink } from '../navigation/page-link.tsx';
import { DigestPreview, useDigestPreview } from './digest-preview.tsx';
import { type DigestRow, targetKindWords, weekdayWords } from './digest-words.ts';
import styles from './digests.module.css';

interface DigestValues {
  readonly name: string;
  readonly dashboardId: string;
  readonly frequency: 'daily' | 'weekly';
  readonly weekday: string;
  readonly time: string;
  readonly targets: readonly string[];
}

export interface DigestDialogProps {
  /** Undefined: a new one. */
  readonly digest?: DigestRow | undefined;
  readonly dashboard: { readonly id: string; readonly name: string };
  /** To choose another one of; only the dashboard itself when absent. */
  readonly dashboards?: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly onClose: () => void;
}

const frequencies = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
];

/** Sends a summary of a dashboard on a schedule, or changes how that is done. */
export function DigestDialog({ digest, dashboard, dashboards, onClose }: DigestDialogProps) {
  const { environment, timezone } = useEnvironment();
  const webhooks = useApiList('/v1/webhooks', { query: { limit: 100 } });
  const [shown, setShown] = useState({ id: dashboard.id, frequency: digest?.frequency ?? ('daily' as const) });
  const preview = useDigestPreview(shown.id, shown.frequency);
  const invalidates = ['/v1/digests', '/v1/changes'];
  const create = useApiMutation('POST', '/v1/digests', {
    invalidates,
    onSuccess: () => {
      toasts.success({ title: 'Digest created', message: 'It is listed under Settings › Digests.' });
      onClose();
    },
  });
  const update = useApiMutation('PATCH', '/v1/digests/:id', { invalidates, onSuccess: onClose });
  const usable = webhooks.rows.filter(({ environment_id: id }) => id === null || id === environment.id);
  const initial: DigestValues = {
    name: digest?.name ?? dashboard.name,
    dashboardId: dashboard.id,
    frequency: digest?.frequency ?? 'daily',
    weekday: digest?.weekday ?? 'monday',
    time: digest?.time ?? '09:00',
    targets: digest?.targets.map(({ id }) => id) ?? [],
  };
  const submit = (values: DigestValues) => {
    const { name, dashboardId, frequency, weekday, time, targets } = values;
    const body = {
      name: name.trim(),
      dashboard_id: dashboardId,
      frequency,
      ...(frequency === 'weekly' ? { weekday: weekday as NonNullable<DigestRow['weekday']> } : {}),
      time,
      targets: [...targets],
    };
    if (digest !== undefined) return update.mutateAsync({ params: { id: digest.id }, body });
    return create.mutateAsync({ body: { ...body, environment_id: environment.id } });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={digest === undefined ? 'Send as digest' : 'Edit digest'}
      action={digest === undefined ? 'Create digest' : 'Save digest'}
      initial={initial}
      size={720}
      isGuarded
      canSubmit={({ name, targets, time }) => name.trim() !== '' && targets.length > 0 && time !== ''}
      onSubmit={submit}
    >
      {(form) => (
        <>
          <TextInput label="Name" maxLength={120} required data-autofocus {...form.getInputProps('name')} />
          {dashboards !== undefined && (
            <Select
              label="Dashboard"
              data={dashboards.map(({ id: value, name: label }) => ({ value, label }))}
              allowDeselect={false}
              searchable
              {...form.getInputProps('dashboardId')}
              onChange={(id) => {
                form.setFieldValue('dashboardId', id ?? form.values.dashboardId);
                setShown({ ...shown, id: id ?? shown.id });
              }}
            />
          )}
          <div className={styles.when}>
            <Select
              label="Send"
              data={frequencies}
              allowDeselect={false}
              {...form.getInputProps('frequency')}
              onChange={(chosen) => {
                const frequency = chosen === 'weekly' ? 'weekly' : 'daily';
                form.setFieldValue('frequency', frequency);
                setShown({ ...shown, frequency });
              }}
            />
            {form.values.frequency === 'weekly' && (
              <Select
                label="On"
                data={Object.entries(weekdayWords).map(([value, label]) => ({ value, label }))}
                allowDeselect={false}
                {...form.getInputProps('weekday')}
              />
            )}
            <TextInput label={`At (${timezone})`} type="time" required {...form.getInputProps('time')} />
          </div>
          <MultiSelect
            label="To"
            placeholder={form.values.targets.length === 0 ? 'Email addresses, chats or webhooks' : undefined}
            data={usable.map(({ id: value, name, kind }) => ({ value, label: `${name} (${targetKindWords[kind]})` }))}
            required
            searchable
            {...form.getInputProps('targets')}
          />
          {!webhooks.isPending && usable.length === 0 && (
            <p className={styles.words}>
              No recipients yet. Add an email address, a Slack channel or a URL under{' '}
              <PageLink page="/settings" search={{ tab: 'webhooks', new: true }}>
                Settings › Webhooks
              </PageLink>
              .
            </p>
          )}
          <Notes preview={preview.data} kinds={kindsOf(usable, form.values.targets)} />
          <div>
            <p className={styles.words}>
              Preview of the last complete {form.values.frequency === 'daily' ? 'day' : 'week'} in {environment.slug}.
              Digests don't include personal data.
            </p>
          </div>
          <DigestPreview preview={preview} />
        </>
      )}
    </FormDialog>
  );
}

const kindsOf = (
  webhooks: readonly { readonly id: string; readonly kind: string }[],
  targets: readonly string[],
): readonly string[] => webhooks.filter(({ id }) => targets.includes(id)).map(({ kind }) => kind);

interface NotesProps {
  readonly preview: { readonly has_mail: boolean; readonly has_picture_links: boolean } | undefined;
  readonly kinds: readonly string[];
}

/** What the chosen targets will not get as people expect. */
function Notes({ preview, kinds }: NotesProps) {
  if (preview === undefined) return null;
  const hasMail = kinds.includes('email');
  const hasChat = kinds.some((kind) => kind !== 'email');
  return (
    <>
      {hasMail && !preview.has_mail && (
        <p className={styles.problem}>Emails fail until the operator sets a mail server (LP_SMTP_URL).</p>
      )}
      {hasChat && !preview.has_picture_links && (
        <p className={styles.words}>
          Chats and webhooks get the numbers without chart images: image links need an https address in LP_PUBLIC_URL.
        </p>
      )}
    </>
  );
}
