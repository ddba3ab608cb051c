import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyField } from '../inputs/copy-field.tsx';
import styles from './states.module.css';

export interface ErrorStateProps {
  /** What happened: "The flags could not be loaded." */
  readonly title: string;
  /** The server's own words, or what to do. */
  readonly children?: ReactNode;
  /** What was not lost: "Your changes are still in the form." */
  readonly kept?: string | undefined;
  readonly requestId?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

export function ErrorState({ title, children, kept, requestId, onRetry }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={`${styles.icon} ${styles.bad}`} aria-hidden>
        <IconAlertTriangle size={28} stroke={1.4} />
      </span>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      {kept !== undefined && <p className={styles.words}>{kept}</p>}
      {onRetry !== undefined && (
        <div className={styles.action}>
          <Button variant="default" size="xs" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      {requestId !== undefined && (
        <p className={styles.request}>
          Request <CopyField value={requestId} label="Copy request id" isInline />
        </p>
      )}
    </div>
  );
}
