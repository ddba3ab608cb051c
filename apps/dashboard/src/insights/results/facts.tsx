import type { ReactNode } from 'react';
import styles from './result.module.css';

export interface FactsProps {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
}

/** A few figures in a row. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
