import { Button, Modal, Radio, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import type { AnswerOf as ResultOf } from '../../../api/route-types.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { CopyField } from '../../../design/inputs/copy-field.tsx';
import styles from '../settings.module.css';
import { type KeyKind, type KeyScope, kindOrder, kindWords, scopeOrder, scopeWords } from './key-words.ts';

type NewKey = ResultOf<'POST', '/v1/keys'>['data'];

export interface NewKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function NewKeyDialog({ isOpen, onClose }: NewKeyDialogProps) {
  const [made, setMade] = useState<NewKey>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    // A secret is shown once: a click beside the dialog must not take it away.
    <Modal
      opened={isOpen}
      onClose={close}
      title={made === undefined ? 'New key' : 'Your new key'}
      closeOnClickOutside={made === undefined}
    >
      {made === undefined ? <NewKeyForm onMade={setMade} onClose={close} /> : <ShownOnce made={made} onClose={close} />}
    </Modal>
  );
}

interface NewKeyFormProps {
  readonly onMade: (key: NewKey) => void;
  readonly onClose: () => void;
}

function NewKeyForm({ onMade, onClose }: NewKeyFormProps) {
  const { project, environment } = useEnvironment();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<KeyKind>('publishable');
  const [environmentId, setEnvironmentId] = useState(environment.id);
  const [scope, setScope] = useState<KeyScope>('environment');
  const create = useApiMutation('POST', '/v1/keys', {
    invalidates: ['/v1/keys', '/v1/changes'],
    onSuccess: ({ data }) => onMade(data),
  });
  const errors = create.error?.fieldErrors ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reach = kind === 'secret' ? { scope } : {};
    create.mutate({ body: { name: name.trim(), kind, environment_id: environmentId, ...reach } });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label="Name"
        description="Where it will be used"
        placeholder="Web app"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
        required
        error={errors.name?.[0]}
        data-autofocus
      />
      <Radio.Group label="Kind" value={kind} onChange={(value) => setKind(value as KeyKind)}>
        <Stack gap="md" mt="sm">
          {kindOrder.map((value) => (
            <Radio
              key={value}
              value={value}
              label={kindWords[value].label}
              description={kindWords[value].use}
              size="xs"
            />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label="Environment"
        data={project.environments.map(({ id, name: label }) => ({ value: id, label }))}
        value={environmentId}
        onChange={(value) => setEnvironmentId(value ?? environment.id)}
        allowDeselect={false}
      />
      {kind === 'secret' && (
        <Radio.Group label="Scope" value={scope} onChange={(value) => setScope(value as KeyScope)}>
          <Stack gap="md" mt="sm">
            {scopeOrder.map((value) => (
              <Radio
                key={value}
                value={value}
                label={scopeWords[value].label}
                description={scopeWords[value].use}
                size="xs"
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <div role="alert" className={styles.problem}>
        {create.error !== null && errors.name === undefined ? `${create.error.message} No key was created.` : undefined}
      </div>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          Create key
        </Button>
      </div>
    </form>
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
