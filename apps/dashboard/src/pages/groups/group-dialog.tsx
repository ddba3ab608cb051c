import { Button, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { keyFromName } from '../../design/format/key-from-name.ts';
import styles from './groups.module.css';

export interface GroupDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The group to be changed; a new one without. */
  readonly group?: { readonly id: string; readonly name: string; readonly description: string | null } | undefined;
  readonly onSaved: (key: string) => void;
}

export function GroupDialog(props: GroupDialogProps) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.group === undefined ? 'New group' : 'Edit group'}>
      <GroupForm {...props} />
    </Modal>
  );
}

function GroupForm({ group, onClose, onSaved }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [typedKey, setTypedKey] = useState<string>();
  const [description, setDescription] = useState(group?.description ?? '');
  const options = {
    invalidates: ['/v1/groups', '/v1/changes'],
    onSuccess: ({ data }: { data: { key: string } }) => onSaved(data.key),
  };
  const create = useApiMutation('POST', '/v1/groups', options);
  const change = useApiMutation('PATCH', '/v1/groups/:id', options);
  const key = typedKey ?? keyFromName(name);
  const problem = create.error ?? change.error;
  const errors = errorsOf(problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), description: description.trim() === '' ? null : description.trim() };
    if (group === undefined) create.mutate({ body: { key, ...body } });
    else change.mutate({ params: { id: group.id }, body });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="Name"
          placeholder="Beta testers"
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errors.name}
          data-autofocus
        />
        {group === undefined && (
          <TextInput
            label="Key"
            description="Used in rules. Can't be changed later."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="beta_testers"
            value={key}
            maxLength={128}
            spellCheck={false}
            classNames={{ input: styles.mono ?? '' }}
            onChange={(event) => setTypedKey(event.currentTarget.value)}
            error={errors.key}
          />
        )}
        <Textarea
          label="Description"
          value={description}
          maxLength={1000}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={errors.description}
        />
        {errors.form !== undefined && (
          <p role="alert" className={styles.failure}>
            {errors.form} Your input is still here.
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || change.isPending}>
            {group === undefined ? 'Create group' : 'Save group'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function errorsOf(problem: ApiProblem | null): Readonly<Record<string, string | undefined>> {
  if (problem === null) return {};
  if (problem.reason === 'GROUP_KEY_EXISTS') return { key: 'A group with this key already exists' };
  const errors = Object.fromEntries(Object.entries(problem.fieldErrors).map(([path, [first]]) => [path, first]));
  return Object.keys(errors).length === 0 ? { form: problem.message } : errors;
}
