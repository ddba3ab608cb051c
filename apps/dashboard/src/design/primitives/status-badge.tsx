import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'neutral' | 'accent';

export interface StatusBadgeProps {
  readonly tone: Tone;
  /** The state in a word: colour alone says nothing. */
  readonly children: ReactNode;
  readonly icon?: ReactNode;
}

export function StatusBadge({ tone, children, icon }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon ?? <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  );
}
