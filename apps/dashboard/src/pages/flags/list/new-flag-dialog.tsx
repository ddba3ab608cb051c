import { Button, Chip, Group, Modal, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiProblem } from '../../../api/api-problem.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { keyFromName } from '../../../design/format/key-from-name.ts';
import { TagInput } from '../../../design/inputs/tag-input.tsx';
import { emptyValues, kindChoices, platformChoices, valueTypeChoices } from '../flag-words.ts';
import type { Flag, ValueType } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import styles from './flags-list.module.css';
import { rememberPlatforms, usualPlatforms } from './usual-platforms.ts';

export interface NewFlagDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (flag: Flag) => void;
}

export function NewFlagDialog({ isOpen, onClose, onCreated }: NewFlagDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New flag" size="lg">
      <NewFlagForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function NewFlagForm({ onClose, onCreated }: Omit<NewFlagDialogProps, 'isOpen'>) {
  const [name, setName] = useState('');
  const [typedKey, setTypedKey] = useState<string>();
  const [description, setDescription] = useState('');
  const [valueType, setValueType] = useState<ValueType>('boolean');
  const [defaultValue, setDefaultValue] = useState<unknown>(false);
  const [platforms, setPlatforms] = useState<string[]>(usualPlatforms);
  const [tags, setTags] = useState<readonly string[]>([]);
  const [kind, setKind] = useState<Flag['kind']>('release');
  const create = useApiMutation('POST', '/v1/flags', {
    invalidates: ['/v1/flags', '/v1/ruleset', '/v1/changes'],
    onSuccess: ({ data }) => {
      rememberPlatforms(platforms);
      onCreated(data);
    },
  });
  const key = typedKey ?? keyFromName(name);
  const errors = fieldErrorsOf(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      body: {
        key,
        name: name.trim(),
        description: description.trim() === '' ? null : description.trim(),
        value_type: valueType,
        default_value: defaultValue,
        platforms: platforms as 'web'[],
        tags: [...tags],
        kind,
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
          <TextInput
            label="Name"
            placeholder="New checkout"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={200}
            error={errors.name}
            required
            data-autofocus
          />
          <TextInput
            label="Key"
            description="Used in code. Can't be changed later."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="new_checkout"
            value={key}
            onChange={(event) => setTypedKey(event.currentTarget.value)}
            maxLength={128}
            error={errors.key}
            spellCheck={false}
            classNames={{ input: styles.keyInput ?? '' }}
            required
          />
        </SimpleGrid>
        <Textarea
          label="Description"
          placeholder="What it's for and when to remove it"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          maxLength={1000}
          autosize
          minRows={1}
          maxRows={6}
          error={errors.description}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
          <Select
            label="Type"
            data={valueTypeChoices.map(({ value, label }) => ({ value, label }))}
            value={valueType}
            onChange={(chosen) => {
              const type = (chosen ?? 'boolean') as ValueType;
              setValueType(type);
              setDefaultValue(emptyValues[type]);
            }}
            description={`${valueTypeChoices.find(({ value }) => value === valueType)?.detail ?? ''}. Can't be changed later.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
            error={errors.value_type}
          />
          <ValueField
            key={valueType}
            label="Default value"
            valueType={valueType}
            value={defaultValue}
            onChange={setDefaultValue}
            error={errors.default_value}
          />
        </SimpleGrid>
        <Chip.Group multiple value={platforms} onChange={setPlatforms}>
          <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
            <Text component="legend" size="sm" fw={600} mb={6}>
              Platforms
            </Text>
            <Group gap={6}>
              {platformChoices.map(({ value, label }) => (
                <Chip key={value} value={value} size="xs" variant="outline">
                  {label}
                </Chip>
              ))}
            </Group>
            {errors.platforms !== undefined && (
              <Text size="xs" c="var(--lp-bad)" mt={4}>
                {errors.platforms}
              </Text>
            )}
          </fieldset>
        </Chip.Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
          <Select
            label="Kind"
            data={kindChoices.map(({ value, label }) => ({ value, label }))}
            value={kind}
            onChange={(chosen) => setKind((chosen ?? 'release') as Flag['kind'])}
            description={kindChoices.find(({ value }) => value === kind)?.detail}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
            error={errors.kind}
          />
          <TagInput
            label="Tags"
            isLabelShown
            value={tags}
            onChange={setTags}
            maxTags={20}
            maxLength={64}
            placeholder="checkout, mobile"
            error={errors.tags}
          />
        </SimpleGrid>
        {errors.form !== undefined && (
          <Text role="alert" size="sm" c="var(--lp-bad)">
            {errors.form} Your input is still here.
          </Text>
        )}
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed">
            Serves the default to all users until you add targeting.
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={defaultValue === undefined}>
              Create flag
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** What the server says, at the field it says it of; the rest below the form. */
function fieldErrorsOf(problem: ApiProblem | null): Readonly<Record<string, string | undefined>> {
  if (problem === null) return {};
  if (problem.reason === 'FLAG_KEY_EXISTS') return { key: 'A flag with this key already exists' };
  const errors: Record<string, string | undefined> = {};
  for (const [path, [first]] of Object.entries(problem.fieldErrors)) errors[path.split('.')[0] ?? path] ??= first;
  return Object.keys(errors).length === 0 ? { form: problem.message } : errors;
}
