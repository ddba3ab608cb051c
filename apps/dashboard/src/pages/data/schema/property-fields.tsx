import type { Wire } from '@lamppost/protocol';
import { ActionIcon, Checkbox, MultiSelect, TextInput, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { TagInput } from '../../../design/inputs/tag-input.tsx';
import { compareObserved } from './compare-observed.ts';
import { type PropertyRow, type PropertyType, propertyTypes } from './json-schema.ts';
import styles from './schema.module.css';

export interface PropertyFieldsProps {
  readonly row: PropertyRow;
  readonly observed: Wire['CatalogRow']['properties'][number] | undefined;
  readonly hasObserved: boolean;
  readonly takenNames: readonly string[];
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<Omit<PropertyRow, 'more'>>) => void;
  readonly onRemove: () => void;
}

const MAX_NAME_LENGTH = 128;

export function PropertyFields(props: PropertyFieldsProps) {
  const { row, observed, takenNames, isDisabled, onChange } = props;
  const [name, setName] = useState(row.name);
  useEffect(() => setName(row.name), [row.name]);
  const isTaken = name !== row.name && takenNames.includes(name);
  const problem = name.trim() === '' ? 'Enter a name' : isTaken ? 'Already exists' : undefined;
  // While a name is typed it may be that of another property for a moment; only a free one is taken over.
  const rename = (typed: string) => {
    setName(typed);
    if (typed.trim() !== '' && !takenNames.includes(typed)) onChange({ name: typed });
  };
  const seen = compareObserved(row, observed);
  const hasTexts = row.types.includes('string') || row.values !== undefined;
  return (
    <fieldset className={styles.row} aria-label={`Property ${row.name}`}>
      <TextInput
        size="xs"
        name="property"
        aria-label="Name of the property"
        value={name}
        maxLength={MAX_NAME_LENGTH}
        error={problem}
        disabled={isDisabled}
        onChange={(event) => rename(event.currentTarget.value)}
        onBlur={() => {
          if (problem !== undefined) setName(row.name);
        }}
      />
      <MultiSelect
        size="xs"
        aria-label={`Types of ${row.name}`}
        data={[...propertyTypes]}
        value={[...row.types]}
        placeholder={row.types.length === 0 ? 'anything' : ''}
        disabled={isDisabled}
        onChange={(types) => onChange({ types: types as PropertyType[] })}
      />
      <Checkbox
        size="xs"
        className={styles.required ?? ''}
        aria-label={`${row.name} is required`}
        label={<span className={styles.narrowLabel}>Required</span>}
        checked={row.isRequired}
        disabled={isDisabled}
        onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
      />
      <TextInput
        size="xs"
        aria-label={`Description of ${row.name}`}
        placeholder="Description"
        value={row.description}
        disabled={isDisabled}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <span className={styles.remove}>
        {!isDisabled && (
          <Tooltip label={`Remove ${row.name}`}>
            <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${row.name}`} onClick={props.onRemove}>
              <IconX size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </span>
      <div className={styles.under}>
        {props.hasObserved && <span data-tone={seen.tone}>{seen.words}</span>}
        {row.more.length > 0 && <span>also {row.more.join(', ')}, in the JSON</span>}
        {hasTexts && (
          <div className={styles.values}>
            <TagInput
              size="compact"
              label={`Allowed values of ${row.name}`}
              placeholder="any text; type to restrict"
              value={row.values ?? []}
              suggestions={observed?.examples.filter((example): example is string => typeof example === 'string')}
              isDisabled={isDisabled}
              onChange={(values) => onChange({ values: values.length === 0 ? undefined : values })}
            />
          </div>
        )}
      </div>
    </fieldset>
  );
}
