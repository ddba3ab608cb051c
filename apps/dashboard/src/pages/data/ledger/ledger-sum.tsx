import { formatExactNumber, formatPercent, formatShortNumber } from '../../../design/format/format-number.ts';
import { Hint } from '../../../design/primitives/hint.tsx';
import styles from '../data.module.css';
import { type LedgerSums, ledgerParts, partWords } from './ledger-parts.ts';

/** received = stored + repeats + …, as one reads a sum. */
export function LedgerSum({ totals }: { readonly totals: LedgerSums }) {
  const { received, replayed } = totals;
  return (
    <dl className={styles.sum}>
      <div className={styles.term}>
        <dt>Received</dt>
        <dd>
          <Hint text={formatExactNumber(received)}>{formatShortNumber(received)}</Hint>
        </dd>
      </div>
      {ledgerParts.map((part, index) => (
        <div key={part} className={styles.term} data-sign={index === 0 ? '=' : '+'} data-zero={totals[part] === 0}>
          <dt>
            <Hint text={partWords[part].sentence}>{partWords[part].label}</Hint>
          </dt>
          <dd>
            <Hint
              text={`${formatExactNumber(totals[part])}, ${formatPercent((totals[part] / received) * 100)} of received`}
            >
              {formatShortNumber(totals[part])}
            </Hint>
          </dd>
        </div>
      ))}
      {replayed > 0 && (
        <div className={styles.term} data-aside>
          <dt>
            <Hint text="Quarantined events that were stored later. Queries include stored and replayed events.">
              Replayed later
            </Hint>
          </dt>
          <dd>{formatShortNumber(replayed)}</dd>
        </div>
      )}
    </dl>
  );
}
