import { Button, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { CopyField } from '../../../design/inputs/copy-field.tsx';
import styles from '../settings.module.css';
import { type EventType, eventWords, kindWords, targetOf, type WebhookKind, type WebhookRow } from './webhook-words.ts';

interface WebhookValues {
  readonly name: string;
  readonly kind: WebhookKind;
  readonly target: string;
  readonly environmentId: string;
  readonly eventTypes: readonly EventType[];
  readonly isEnabled: boolean;
}

export interface WebhookDialogProps {
  /** Undefined: a new one. */
  readonly webhook: WebhookRow | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const invalidates = ['/v1/webhooks', '/v1/changes'];

/** Creates a webhook or edits one. The secret of a new one is shown once. */
export function WebhookDialog({ webhook, isOpen, onClose }: WebhookDialogProps) {
  const { project } = useEnvironment();
  const [secret, setSecret] = useState<string>();
  const create = useApiMutation('POST', '/v1/webhooks', {
    invalidates,
    onSuccess: ({ data }) => (data.secret === null ? onClose() : setSecret(data.secret)),
  });
  const update = useApiMutation('PATCH', '/v1/webhooks/:id', { invalidates, onSuccess: onClose });
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  const initial: WebhookValues = {
    name: webhook?.name ?? '',
    kind: webhook?.kind ?? 'webhook',
    target: webhook === undefined ? '' : targetOf(webhook),
    environmentId: webhook?.environment_id ?? '',
    eventTypes: webhook?.event_types ?? [],
    isEnabled: webhook?.status !== 'disabled',
  };
  const submit = (values: WebhookValues) => {
    const body = {
      name: values.name.trim(),
      ...(values.kind === 'email' ? { recipients: listOf(values.target) } : { url: values.target.trim() }),
      event_types: [...values.eventTypes],
      environment_id: values.environmentId === '' ? null : values.environmentId,
    };
    if (webhook === undefined) return create.mutateAsync({ body: { ...body, kind: values.kind } });
    return update.mutateAsync({ params: { id: webhook.id }, body: { ...body, enabled: values.isEnabled } });
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={secret === undefined ? (webhook === undefined ? 'New webhook' : 'Edit webhook') : 'Signing secret'}
      action={webhook === undefined ? 'Create webhook' : 'Save webhook'}
      initial={initial}
      canSubmit={({ name, target }) => name.trim() !== '' && target.trim() !== ''}
      onSubmit={submit}
      placeError={({ fieldErrors }) => {
        const fault = Object.entries(fieldErrors ?? {}).find(([field]) => /^(?:url|recipients)/.test(field))?.[1];
        return fault === undefined ? undefined : { target: String(fault) };
      }}
      result={secret === undefined ? undefined : <SecretOnce secret={secret} onClose={close} />}
    >
      {(form) => (
        <>
          <TextInput label="Name" maxLength={120} required data-autofocus {...form.getInputProps('name')} />
          <Select
            label="Type"
            data={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            disabled={webhook !== undefined}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label={form.values.kind === 'email' ? 'Recipients' : 'URL'}
            description={form.values.kind === 'email' ? 'Email addresses, separated by commas' : undefined}
            placeholder={form.values.kind === 'email' ? 'team@example.com' : 'https://example.com/hook'}
            required
            {...form.getInputProps('target')}
          />
          <MultiSelect
            label="Events"
            placeholder={form.values.eventTypes.length === 0 ? 'All events' : undefined}
            data={Object.entries(eventWords).map(([value, label]) => ({ value, label }))}
            clearable
            {...form.getInputProps('eventTypes')}
          />
          <Select
            label="Environment"
            data={[
              { value: '', label: 'All environments' },
              ...project.environments.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            allowDeselect={false}
            {...form.getInputProps('environmentId')}
          />
          {webhook !== undefined && (
            <Switch label="Enabled" {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
          )}
        </>
      )}
    </FormDialog>
  );
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function SecretOnce({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <div className={styles.form}>
      <CopyField value={secret} label="Copy the signing secret" />
      <p className={styles.notice}>Copy this secret now to verify signatures. It won't be shown again.</p>
      <Button onClick={onClose} data-autofocus>
        I've copied it
      </Button>
    </div>
  );
}
