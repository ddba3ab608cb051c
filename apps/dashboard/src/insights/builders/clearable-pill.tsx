import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './insight-builder.module.css';

export interface ClearablePillProps {
  /** What the button does: "Remove breakdown". */
  readonly label: string;
  readonly isSet: boolean;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** A pill that can be empty again. */
export function ClearablePill({ label, isSet, onClear, children }: ClearablePillProps) {
  return (
    <span className={styles.clearable}>
      {children}
      {isSet && (
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClear}>
            <IconX size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}
