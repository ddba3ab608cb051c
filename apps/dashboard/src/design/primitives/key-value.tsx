import type { ReactNode } from 'react';
import styles from './key-value.module.css';

export interface KeyValueItem {
  readonly label: string;
  readonly value: ReactNode;
}

export interface KeyValueProps {
  readonly items: readonly KeyValueItem[];
}

/** Facts of one thing, as a list of definitions. */
export function KeyValue({ items }: KeyValueProps) {
  return (
    <dl className={styles.list}>
      {items.map((item) => (
        <div key={item.label} className={styles.row}>
          <dt className={styles.label}>{item.label}</dt>
          <dd className={styles.value}>{item.value === null || item.value === undefined ? '–' : item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
