import { Button, Radio, type RadioGroupProps, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import type { AnswerOf as ResultOf } from '../../../api/route-types.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { CopyField } from '../../../design/inputs/copy-field.tsx';
import styles from '../settings.module.css';
import { type KeyKind, type KeyScope, kindOrder, kindWords, scopeOrder, scopeWords } from './key-words.ts';

type NewKey = ResultOf<'POST', '/v1/keys'>['data'];

interface NewKeyValues {
  readonly name: string;
  readonly kind: KeyKind;
  readonly environmentId: string;
  readonly scope: KeyScope;
}

export interface NewKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function NewKeyDialog({ isOpen, onClose }: NewKeyDialogProps) {
  const { project, environment } = useEnvironment();
  const [made, setMade] = useState<NewKey>();
  const create = useApiMutation('POST', '/v1/keys', {
    invalidates: ['/v1/keys', '/v1/changes'],
    onSuccess: ({ data }) => setMade(data),
  });
  const close = () => {
    setMade(undefined);
    onClose();
  };
  const initial: NewKeyValues = {
    name: '',
    kind: 'publishable',
    environmentId: environment.id,
    scope: 'environment',
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={made === undefined ? 'New key' : 'Your new key'}
      action="Create key"
      initial={initial}
      canSubmit={({ name }) => name.trim() !== ''}
      onSubmit={({ name, kind, environmentId, scope }) => {
        const reach = kind === 'secret' ? { scope } : {};
        return create.mutateAsync({ body: { name: name.trim(), kind, environment_id: environmentId, ...reach } });
      }}
      failureText={(message) => `${message} No key was created.`}
      result={made && <ShownOnce made={made} onClose={close} />}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="Where it will be used"
            placeholder="Web app"
            maxLength={200}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Choices label="Type" order={kindOrder} words={kindWords} {...form.getInputProps('kind')} />
          <Select
            label="Environment"
            data={project.environments.map(({ id, name: label }) => ({ value: id, label }))}
            allowDeselect={false}
            {...form.getInputProps('environmentId')}
          />
          {form.values.kind === 'secret' && (
            <Choices label="Scope" order={scopeOrder} words={scopeWords} {...form.getInputProps('scope')} />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface ChoicesProps<Choice extends string> extends RadioGroupProps {
  readonly order: readonly Choice[];
  readonly words: Readonly<Record<Choice, { readonly label: string; readonly use: string }>>;
}

function Choices<Choice extends string>({ order, words, ...props }: Omit<ChoicesProps<Choice>, 'children'>) {
  return (
    <Radio.Group {...props}>
      <Stack gap="md" mt="sm">
        {order.map((value) => (
          <Radio key={value} value={value} label={words[value].label} description={words[value].use} size="xs" />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function ShownOnce({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const isReadable = made.kind === 'publishable';
  return (
    <div className={styles.form}>
      <CopyField value={made.key} label="Copy the new key" />
      <p className={isReadable ? styles.words : styles.notice}>
        {isReadable
          ? 'It is active now. You can find it in the list of keys.'
          : "Copy this key now. It won't be shown again: only a hash is stored."}
      </p>
      <Button onClick={onClose} data-autofocus>
        {isReadable ? 'Done' : "I've copied it"}
      </Button>
    </div>
  );
}
