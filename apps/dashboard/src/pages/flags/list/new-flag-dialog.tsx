import { Chip, Group, Select, SimpleGrid, Text, Textarea } from '@mantine/core';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { type DialogForm, FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { keyOf, type NamedValues } from '../../../design/dialogs/key-of.ts';
import { NameAndKey } from '../../../design/dialogs/name-and-key.tsx';
import { TagInput } from '../../../design/inputs/tag-input.tsx';
import { emptyValues, kindChoices, platformChoices, valueTypeChoices } from '../flag-words.ts';
import type { Flag, ValueType } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import { rememberPlatforms, usualPlatforms } from './usual-platforms.ts';

export interface NewFlagDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (flag: Flag) => void;
}

interface FlagValues extends NamedValues {
  readonly description: string;
  readonly valueType: ValueType;
  readonly defaultValue: unknown;
  readonly platforms: string[];
  readonly tags: readonly string[];
  readonly kind: Flag['kind'];
}

const newValues = (): FlagValues => ({
  name: '',
  key: undefined,
  description: '',
  valueType: 'boolean',
  defaultValue: false,
  platforms: usualPlatforms(),
  tags: [],
  kind: 'release',
});

export function NewFlagDialog({ isOpen, onClose, onCreated }: NewFlagDialogProps) {
  const create = useApiMutation('POST', '/v1/flags', {
    invalidates: ['/v1/flags', '/v1/ruleset', '/v1/changes'],
    onSuccess: ({ data }) => {
      rememberPlatforms(data.platforms);
      onCreated(data);
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="New flag"
      size="lg"
      action="Create flag"
      initial={newValues()}
      canSubmit={({ defaultValue }) => defaultValue !== undefined}
      onSubmit={(values) =>
        create.mutateAsync({
          body: {
            key: keyOf(values),
            name: values.name.trim(),
            description: values.description.trim() || null,
            value_type: values.valueType,
            default_value: values.defaultValue,
            platforms: values.platforms as 'web'[],
            tags: [...values.tags],
            kind: values.kind,
          },
        })
      }
      placeError={({ reason }) =>
        reason === 'FLAG_KEY_EXISTS' ? { key: 'A flag with this key already exists' } : undefined
      }
      failureText={(message) => `${message} Your input is still here.`}
      note={() => 'Serves the default to all users until you add targeting.'}
    >
      {(form) => <FlagFields form={form} />}
    </FormDialog>
  );
}

function FlagFields({ form }: { readonly form: DialogForm<FlagValues> }) {
  const { values, errors } = form;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
        <NameAndKey form={form} namePlaceholder="New checkout" keyPlaceholder="new_checkout" keyUse="code" isRequired />
      </SimpleGrid>
      <Textarea
        label="Description"
        placeholder="What it's for and when to remove it"
        maxLength={1000}
        autosize
        minRows={1}
        maxRows={6}
        {...form.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
        <Select
          label="Type"
          data={valueTypeChoices.map(({ value, label }) => ({ value, label }))}
          description={`${valueTypeChoices.find(({ value }) => value === values.valueType)?.detail ?? ''}. Can't be changed later.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          {...form.getInputProps('valueType')}
          onChange={(chosen) => {
            const valueType = (chosen ?? 'boolean') as ValueType;
            form.setValues({ valueType, defaultValue: emptyValues[valueType] });
          }}
        />
        <ValueField
          key={values.valueType}
          label="Default value"
          valueType={values.valueType}
          {...form.getInputProps('defaultValue')}
          value={values.defaultValue}
          onChange={(defaultValue) => form.setValues({ defaultValue })}
        />
      </SimpleGrid>
      <Chip.Group multiple value={values.platforms} onChange={(platforms) => form.setValues({ platforms })}>
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
          label="Purpose"
          data={kindChoices.map(({ value, label }) => ({ value, label }))}
          description={kindChoices.find(({ value }) => value === values.kind)?.detail}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        <TagInput
          label="Tags"
          isLabelShown
          maxTags={20}
          maxLength={64}
          placeholder="checkout, mobile"
          {...form.getInputProps('tags')}
          value={values.tags}
        />
      </SimpleGrid>
    </>
  );
}
