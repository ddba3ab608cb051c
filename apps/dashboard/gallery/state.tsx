import type { ReactNode } from 'react';
import styles from './gallery.module.css';

export interface SectionProps {
  readonly name: string;
  readonly children: ReactNode;
}

export function Section({ name, children }: SectionProps) {
  return (
    <section className={styles.section} id={name.toLowerCase().replaceAll(' ', '-')}>
      <h2 className={styles.sectionTitle}>{name}</h2>
      {children}
    </section>
  );
}

/** One component in one state. */
export function State({ name, children }: SectionProps) {
  return (
    <div className={styles.state} data-state={name}>
      <p className={styles.stateName}>{name}</p>
      {children}
    </div>
  );
}
