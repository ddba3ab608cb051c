import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatExactTime } from '../format/format-time.ts';
import { useTimeZone } from '../primitives/time-zone.tsx';
import styles from './print-facts.module.css';

export interface PrintFactsProps {
  /** What paper has to say that the screen shows elsewhere: the environment, the range. */
  readonly facts: readonly string[];
}

/** Seen on paper only, below the title. */
export function PrintFacts({ facts }: PrintFactsProps) {
  const timeZone = useTimeZone();
  const [atMs, setAtMs] = useState(Date.now);
  useEffect(() => {
    const note = (): void => flushSync(() => setAtMs(Date.now()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return <p className={styles.facts}>{[...facts, `Printed ${formatExactTime(atMs, timeZone)}`].join(' · ')}</p>;
}
