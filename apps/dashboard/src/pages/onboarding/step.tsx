import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import styles from './onboarding.module.css';

export interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

export function Step({ number, title, isDone, children }: StepProps) {
  const id = useId();
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.number} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.2} /> : number}
      </span>
      <section aria-labelledby={id} className={styles.card}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
      </section>
    </li>
  );
}
