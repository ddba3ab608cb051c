import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import styles from './insight-builder.module.css';

export interface AddButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

export function AddButton({ label, onClick }: AddButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={styles.add ?? ''}
      leftSection={<IconPlus size={14} />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
