import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import textStyles from '../primitives/text.module.css';
import styles from './save-bar.module.css';

export interface SaveBarProps {
  /** What is not saved: "2 changes to production are not saved." */
  readonly children: ReactNode;
  /** The verb: "Review and save". */
  readonly action: string;
  readonly onAction: () => void;
  readonly onDiscard: () => void;
  /** Why it cannot be saved yet. */
  readonly problem?: string | undefined;
}

/** Stays in sight at the bottom of the page while there is something to save. */
export function SaveBar({ children, action, onAction, onDiscard, problem }: SaveBarProps) {
  return (
    <section className={styles.bar} aria-label="Unsaved changes">
      <p className={styles.words} role="status">
        {children}
        {problem !== undefined && <span className={textStyles.bad}> {problem}</span>}
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <Button onClick={onAction} disabled={problem !== undefined}>
          {action}
        </Button>
      </div>
    </section>
  );
}
