import type { ReactNode } from 'react';
import flowStyles from '../../design/layout/flow.module.css';
import styles from './insight-builder.module.css';

export interface ClauseProps {
  /** The word that the line of the sentence begins with: "broken down by". */
  readonly word: string;
  readonly children: ReactNode;
}

/** A line of the sentence that a query is. */
export function Clause({ word, children }: ClauseProps) {
  return (
    <fieldset className={styles.clause}>
      <legend className={styles.word}>{word}</legend>
      <div className={flowStyles.row6}>{children}</div>
    </fieldset>
  );
}
