import { Select } from '@mantine/core';
import { memberLabel } from '../format/member-label.ts';

export interface MemberFilterProps {
  readonly label: string;
  /** What it says for those that nobody looks after. */
  readonly noneLabel: string;
  readonly members: readonly { readonly id: string; readonly name: string | null; readonly email: string }[];
  /** `me`, `none`, or the id or email of a member. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Narrows a list to what one member looks after. */
export function MemberFilter({ label, noneLabel, members, value, onChange }: MemberFilterProps) {
  const fixed = [
    { value: 'me', label: 'Me' },
    { value: 'none', label: noneLabel },
  ];
  const named = members.map((member) => ({ value: member.id, label: memberLabel(member) }));
  const choices = [...fixed, ...named];
  const isKnown = value === undefined || choices.some((choice) => choice.value === value);
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      placeholder={label}
      data={isKnown ? choices : [...choices, { value, label: value }]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      clearable
      comboboxProps={{ width: 220, position: 'bottom-end' }}
    />
  );
}
