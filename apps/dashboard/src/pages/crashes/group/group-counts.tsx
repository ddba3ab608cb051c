import type { ReactNode } from 'react';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../../design/primitives/short-number.tsx';
import { Sparkline } from '../../../design/primitives/sparkline.tsx';
import { versionSpan } from '../group-words.ts';
import type { CrashGroupDetails } from '../stands-out.ts';
import styles from './group.module.css';

/** How much of it there is. Counts are of the range, the first and last time of all time. */
export function GroupCounts({ group }: { readonly group: CrashGroupDetails }) {
  return (
    <dl className={styles.counts}>
      <Count label="Reports in this range">
        <span className={styles.trend}>
          <span className={styles.number}>
            <ShortNumber value={group.reports} unit="reports" one="report" />
          </span>
          <Sparkline values={group.sparkline} width={160} height={28} label="Reports over time" />
        </span>
      </Count>
      <Count label="Users">
        <span className={styles.number}>
          <ShortNumber value={group.users} unit="users" one="user" />
        </span>
      </Count>
      <Count label="Devices">
        <span className={styles.number}>
          <ShortNumber value={group.devices} unit="devices" one="device" />
        </span>
      </Count>
      <Count label="Versions">
        <span className={styles.fact}>{versionSpan(group.first_version, group.last_version)}</span>
      </Count>
      <Count label="First seen">
        <span className={styles.fact}>{group.first_seen === null ? '–' : <RelativeTime at={group.first_seen} />}</span>
      </Count>
      <Count label="Last seen">
        <span className={styles.fact}>{group.last_seen === null ? '–' : <RelativeTime at={group.last_seen} />}</span>
      </Count>
    </dl>
  );
}

function Count({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.count}>
      <dt className={styles.label}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
