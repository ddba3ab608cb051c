import { useCallback } from 'react';
import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import type { Suggest } from '../../design/inputs/suggestion.ts';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly detail?: string | undefined;
}

export interface ChoicePillProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean | undefined;
}

/** One of a closed list, as a pill in a sentence. */
export function ChoicePill<Value extends string>({
  label,
  value,
  choices,
  onChange,
  isDisabled,
}: ChoicePillProps<Value>) {
  const suggest = useCallback<Suggest>(
    async (text) => choices.filter((choice) => choice.label.toLowerCase().includes(text.trim().toLowerCase())),
    [choices],
  );
  return (
    <SuggestPicker
      look="pill"
      label={label}
      value={value}
      suggest={suggest}
      describe={(chosen) => choices.find((choice) => choice.value === chosen)?.label ?? chosen}
      isDisabled={isDisabled}
      onChange={(chosen) => {
        const found = choices.find((choice) => choice.value === chosen);
        if (found !== undefined) onChange(found.value);
      }}
    />
  );
}
