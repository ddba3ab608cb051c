import { dateFormatter } from '../../design/format/format-time.ts';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { useTimeZone } from '../../design/primitives/time-zone.tsx';
import styles from './live.module.css';
import type { FailedRow, LiveRow, StoredRow } from './live-row.ts';

const failedWords = { rejected: 'Rejected', quarantined: 'Quarantined', poison: 'Not stored' } as const;
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

export function LiveRowLine({ row }: { readonly row: LiveRow }) {
  const zone = useTimeZone();
  return (
    <span className={styles.line} data-status={row.status}>
      <time className={styles.time} dateTime={row.receivedAt}>
        {dateFormatter(zone, clock).format(new Date(row.receivedAt))}
      </time>
      {row.status === 'stored' ? <Stored row={row} /> : <Failed row={row} />}
    </span>
  );
}

function Stored({ row }: { readonly row: StoredRow }) {
  return (
    <>
      <bdi className={styles.name}>{row.name}</bdi>
      <bdi className={styles.who}>{row.who ?? 'no id'}</bdi>
      <bdi className={styles.platform}>{row.platform}</bdi>
      <bdi className={styles.properties}>{row.properties}</bdi>
    </>
  );
}

function Failed({ row }: { readonly row: FailedRow }) {
  return (
    <>
      <del className={styles.name}>
        <bdi>{row.name === '' ? '(no name)' : row.name}</bdi>
      </del>
      <span className={styles.failed}>
        <StatusBadge tone={row.status === 'poison' ? 'bad' : 'warn'}>{failedWords[row.status]}</StatusBadge>
        <bdi className={styles.reason}>{row.reason}</bdi>
      </span>
    </>
  );
}
