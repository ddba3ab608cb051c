import { Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useApi } from '../../../api/use-api.ts';
import textStyles from '../../../design/primitives/text.module.css';
import styles from '../people.module.css';
import { attributeColumnId, optionalColumns } from './people-columns.tsx';

export interface ColumnPickerProps {
  readonly shown: readonly string[];
  readonly onChange: (shown: readonly string[]) => void;
}

/** Which columns are shown: facts of people, and their attributes. */
export function ColumnPicker({ shown, onChange }: ColumnPickerProps) {
  const { data: attributes = [] } = useApi('/v1/insights/user-attributes', {}, { isLive: false });
  const columns = optionalColumns.map(({ id, header }) => ({ id, label: header }));
  const ofAttributes = attributes.map(({ name }) => ({ id: attributeColumnId(name), label: name }));
  const toggle = (id: string) => onChange(shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id]);
  const boxes = (choices: readonly { readonly id: string; readonly label: string }[]) =>
    choices.map(({ id, label }) => (
      <Checkbox key={id} size="xs" label={label} checked={shown.includes(id)} onChange={() => toggle(id)} />
    ));
  return (
    <Popover position="bottom-end" shadow="none" withArrow={false} trapFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <div className={styles.columnList}>
          {boxes(columns)}
          {ofAttributes.length > 0 && <p className={textStyles.caption}>Attributes</p>}
          {boxes(ofAttributes)}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
