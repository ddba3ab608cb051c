import { TagsInput } from '@mantine/core';

export interface TagInputProps {
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  readonly label: string;
  /** Shows the label above the field; otherwise it is only read aloud. */
  readonly isLabelShown?: boolean | undefined;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly suggestions?: readonly string[] | undefined;
  /** Told what is typed, and of nothing when the field is entered, so that suggestions can be found for it. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly maxTags?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly size?: 'field' | 'compact' | undefined;
}

/** Several short texts; Enter or a comma ends one, Backspace takes the last away. */
export function TagInput(props: TagInputProps) {
  const {
    value,
    onChange,
    onSearch,
    label,
    isLabelShown = false,
    suggestions,
    maxTags,
    maxLength,
    size = 'field',
  } = props;
  const clean = (tags: readonly string[]) => [
    ...new Set(tags.map((tag) => tag.trim().slice(0, maxLength ?? tag.length)).filter((tag) => tag !== '')),
  ];
  return (
    <TagsInput
      value={[...value]}
      onChange={(tags) => onChange(clean(tags))}
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      description={props.description}
      error={props.error}
      placeholder={value.length === 0 ? (props.placeholder ?? '') : ''}
      data={[...(suggestions ?? [])]}
      {...(onSearch === undefined ? {} : { onSearchChange: onSearch, onFocus: () => onSearch('') })}
      {...(maxTags === undefined ? {} : { maxTags })}
      disabled={props.isDisabled ?? false}
      size={size === 'compact' ? 'xs' : 'sm'}
      splitChars={[',', '\n']}
      acceptValueOnBlur
    />
  );
}
