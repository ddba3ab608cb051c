import { Select } from '@mantine/core';
import { memberLabel } from '../format/member-label.ts';

interface Member {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
}

export interface MemberSelectProps {
  readonly label: string;
  /** What stands there when nobody is chosen. */
  readonly placeholder: string;
  readonly members: readonly Member[];
  readonly value: Member | null;
  readonly onChange: (id: string | null) => void;
  readonly isDisabled?: boolean | undefined;
  /** The label is above the field, not for screen readers alone. */
  readonly hasVisibleLabel?: boolean | undefined;
  readonly width?: number | undefined;
  readonly error?: string | undefined;
}

/** One member of the project, or nobody. */
export function MemberSelect({ label, placeholder, members, value, onChange, ...rest }: MemberSelectProps) {
  const choices = value === null || members.some(({ id }) => id === value.id) ? members : [value, ...members];
  const { isDisabled = false, hasVisibleLabel = false, width } = rest;
  return (
    <Select
      size={hasVisibleLabel ? 'sm' : 'xs'}
      {...(hasVisibleLabel ? { label } : { 'aria-label': label })}
      {...(width === undefined ? {} : { w: width })}
      placeholder={placeholder}
      data={choices.map((member) => ({ value: member.id, label: memberLabel(member) }))}
      value={value?.id ?? null}
      onChange={onChange}
      disabled={isDisabled}
      error={rest.error}
      searchable
      clearable
      nothingFoundMessage="No such member"
      comboboxProps={{ width: 240, position: 'bottom-end' }}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
    />
  );
}
