import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import textStyles from '../primitives/text.module.css';
import { keyOf, type NamedValues } from './key-of.ts';

export interface NameAndKeyProps {
  readonly form: {
    readonly values: NamedValues;
    readonly getInputProps: (field: 'name' | 'key') => GetInputPropsReturnType;
  };
  readonly namePlaceholder: string;
  /** Absent where the key is fixed. */
  readonly keyPlaceholder?: string | undefined;
  readonly keyUse: string;
  readonly isRequired?: boolean | undefined;
}

/** What a thing is called by people and by code. */
export function NameAndKey({ form, namePlaceholder, keyPlaceholder, keyUse, isRequired = false }: NameAndKeyProps) {
  return (
    <>
      <TextInput
        label="Name"
        placeholder={namePlaceholder}
        maxLength={200}
        required={isRequired}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {keyPlaceholder !== undefined && (
        <TextInput
          label="Key"
          description={`Used in ${keyUse}. Can't be changed later.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={keyPlaceholder}
          maxLength={128}
          spellCheck={false}
          required={isRequired}
          classNames={{ input: textStyles.mono ?? '' }}
          {...form.getInputProps('key')}
          value={keyOf(form.values)}
        />
      )}
    </>
  );
}
