import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import styles from '../data.module.css';
import { reasonTitle } from '../reason-words.ts';
import { type FailedEvent, kindWords } from './kind-words.ts';

export function FailedLine({ row }: { readonly row: FailedEvent }) {
  const { label, tone } = kindWords[row.kind];
  return (
    <span className={styles.failedLine}>
      <span className={styles.muted}>
        <RelativeTime at={row.received_at} />
      </span>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <bdi className={styles.failedEvent}>{row.event === '' ? '(no name)' : row.event}</bdi>
      <bdi className={styles.cut}>{reasonTitle(row.reason)}</bdi>
      {row.replayed_at === null ? <span /> : <StatusBadge tone="good">Replayed</StatusBadge>}
    </span>
  );
}
