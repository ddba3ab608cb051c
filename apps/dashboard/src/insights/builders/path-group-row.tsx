import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { PathGroup } from '../insight.ts';
import styles from './insight-builder.module.css';

export interface PathGroupRowProps {
  readonly group: PathGroup;
  readonly place: number;
  readonly onChange: (group: PathGroup) => void;
  readonly onRemove: () => void;
}

/** Steps that match a pattern, under one name. What is typed counts when a field is left or Enter is pressed. */
export function PathGroupRow({ group, place, onChange, onRemove }: PathGroupRowProps) {
  const [typed, setTyped] = useState(group);
  useEffect(() => setTyped(group), [group]);
  const notify = () => {
    if (typed.name !== group.name || typed.pattern !== group.pattern) onChange(typed);
  };
  const field = {
    size: 'xs',
    maxLength: 256,
    onBlur: notify,
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'Enter') notify();
    },
  } as const;
  return (
    <div className={styles.row}>
      <div className={styles.pair}>
        <TextInput
          {...field}
          aria-label={`Pattern of group ${place + 1}`}
          placeholder="checkout_*"
          value={typed.pattern}
          onChange={(event) => setTyped({ ...typed, pattern: event.currentTarget.value })}
        />
        <TextInput
          {...field}
          aria-label={`Name of group ${place + 1}`}
          placeholder="Checkout"
          value={typed.name}
          onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
        />
      </div>
      <Tooltip label="Remove group">
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Remove group ${place + 1}`} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
