import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatExactTime } from '../format/format-time.ts';
import { useTimeZone } from '../values/time-zone.tsx';
import styles from './print-facts.module.css';
import { layOutForPrint, layOutForScreen } from './print-page.ts';

export interface PrintFactsProps {
  /** What paper has to say that the screen shows elsewhere: the environment, the range. */
  readonly facts: readonly string[];
}

/** Seen on paper only, below the title. A page that has it is laid out for paper, however printing was begun. */
export function PrintFacts({ facts }: PrintFactsProps) {
  const timeZone = useTimeZone();
  const [atMs, setAtMs] = useState(Date.now);
  useEffect(() => {
    const prepare = (): void => {
      flushSync(() => setAtMs(Date.now()));
      layOutForPrint();
    };
    window.addEventListener('beforeprint', prepare);
    window.addEventListener('afterprint', layOutForScreen);
    return () => {
      window.removeEventListener('beforeprint', prepare);
      window.removeEventListener('afterprint', layOutForScreen);
    };
  }, []);
  return <p className={styles.facts}>{[...facts, `Printed ${formatExactTime(atMs, timeZone)}`].join(' · ')}</p>;
}
