import type { Wire } from '@lamppost/protocol';
import { Button, Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useRowIds } from '../../../design/inputs/use-row-ids.ts';
import textStyles from '../../../design/primitives/text.module.css';
import { byKey, undeclared } from './compare-observed.ts';
import {
  freeName,
  type JsonSchema,
  type PropertyType,
  readSchemaTable,
  withOthers,
  withoutProperty,
  withProperty,
} from './json-schema.ts';
import { PropertyFields } from './property-fields.tsx';
import styles from './schema.module.css';

export interface PropertyTableProps {
  readonly schema: JsonSchema;
  readonly onChange: (schema: JsonSchema) => void;
  /** What the catalog has seen of the event; undefined for one that never came. */
  readonly observed: Wire['CatalogRow']['properties'] | undefined;
  readonly isDisabled: boolean;
}

/** The properties of a schema as a table. What a table cannot say stays in the JSON. */
export function PropertyTable({ schema, onChange, observed, isDisabled }: PropertyTableProps) {
  const { rows, allowsOthers, more } = readSchemaTable(schema);
  const { ids, removed } = useRowIds(rows.length);
  const tableRef = useRef<HTMLDivElement>(null);
  const seen = byKey(observed ?? []);
  const unseen = [...undeclared(rows, observed ?? [])];
  const add = (name: string, types: readonly PropertyType[]) => {
    onChange(withProperty(schema, name, { types }));
    requestAnimationFrame(() => {
      const names = tableRef.current?.querySelectorAll<HTMLInputElement>('input[name="property"]');
      const last = names?.item(names.length - 1);
      last?.focus();
      last?.select();
    });
  };
  return (
    <div className={styles.table} ref={tableRef}>
      {rows.length > 0 && (
        <div className={styles.head} aria-hidden>
          <span>Property</span>
          <span>Type</span>
          <span>Required</span>
          <span>Description</span>
          <span />
        </div>
      )}
      {rows.map((row, index) => (
        <PropertyFields
          key={ids[index]}
          row={row}
          observed={seen.get(row.name)}
          hasObserved={observed !== undefined}
          takenNames={rows.map(({ name }) => name)}
          isDisabled={isDisabled}
          onChange={(change) => onChange(withProperty(schema, row.name, change))}
          onRemove={() => {
            removed(index);
            onChange(withoutProperty(schema, row.name));
          }}
        />
      ))}
      <div className={styles.foot}>
        {!isDisabled && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => add(freeName(schema), ['string'])}
          >
            Add property
          </Button>
        )}
        <Switch
          size="xs"
          label="Allow other properties"
          checked={allowsOthers}
          disabled={isDisabled}
          onChange={(event) => onChange(withOthers(schema, event.currentTarget.checked))}
        />
        {more.length > 0 && <span className={textStyles.note}>More rules in the JSON: {more.join(', ')}</span>}
      </div>
      {unseen.length > 0 && (
        <div className={styles.unseen}>
          Seen but not in the schema:
          {unseen.slice(0, 20).map(([name, { types }]) => (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              disabled={isDisabled}
              leftSection={<IconPlus size={12} aria-hidden />}
              onClick={() => add(name, types)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
