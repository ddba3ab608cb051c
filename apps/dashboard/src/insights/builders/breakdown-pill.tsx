import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import { fieldLabel, fieldOf } from '../field-words.ts';
import { useFieldSuggestions } from '../use-field-suggestions.ts';
import { ClearablePill } from './clearable-pill.tsx';

export interface BreakdownPillProps {
  /** "Breakdown" when not given. */
  readonly label?: string | undefined;
  /** "none" when not given. */
  readonly placeholder?: string | undefined;
  readonly value: string | null;
  readonly onChange: (field: string | null) => void;
  readonly events: readonly string[];
}

export function BreakdownPill(props: BreakdownPillProps) {
  const { label = 'Breakdown', placeholder = 'none', value, onChange, events } = props;
  const { suggestFields } = useFieldSuggestions(events);
  return (
    <ClearablePill label={`Remove ${label.toLowerCase()}`} isSet={value !== null} onClear={() => onChange(null)}>
      <SuggestPicker
        look="pill"
        label={label}
        placeholder={placeholder}
        value={value}
        suggest={suggestFields}
        describe={fieldLabel}
        isFree
        onChange={(typed) => onChange(fieldOf(typed))}
      />
    </ClearablePill>
  );
}
