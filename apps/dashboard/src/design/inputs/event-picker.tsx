import { IconBolt } from '@tabler/icons-react';
import { SuggestPicker } from './suggest-picker.tsx';
import type { Suggest } from './suggestion.ts';

export interface EventPickerProps {
  readonly value: string | null;
  readonly onChange: (eventName: string) => void;
  /** Names of events with their volumes, the most frequent first. */
  readonly suggestEvents: Suggest;
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly look?: 'field' | 'pill' | undefined;
  readonly isDisabled?: boolean | undefined;
  /** How the chosen name is written; as it is when not given. */
  readonly describe?: ((name: string) => string) | undefined;
}

export function EventPicker({
  suggestEvents,
  label = 'Event',
  placeholder = 'Select an event',
  ...rest
}: EventPickerProps) {
  return (
    <SuggestPicker
      {...rest}
      suggest={suggestEvents}
      label={label}
      placeholder={placeholder}
      leftSection={<IconBolt size={14} aria-hidden />}
      isFree
    />
  );
}
