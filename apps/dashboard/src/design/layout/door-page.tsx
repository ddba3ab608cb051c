import type { ReactNode } from 'react';
import styles from './door-page.module.css';
import { StreetAtNight } from './street-at-night.tsx';

export interface DoorPageProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** What went wrong; said aloud. */
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** A page in front of the app: a form under the lamp. */
export function DoorPage({ title, description, problem, children }: DoorPageProps) {
  return (
    <main className={styles.page}>
      <StreetAtNight />
      <div className={styles.card}>
        <p className={styles.brand}>Lamppost</p>
        <h1 className={styles.title}>{title}</h1>
        {description !== undefined && <div className={styles.description}>{description}</div>}
        <div role="alert" className={styles.problem}>
          {problem}
        </div>
        {children}
      </div>
    </main>
  );
}
