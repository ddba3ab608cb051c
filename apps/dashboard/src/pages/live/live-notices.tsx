import { Button } from '@mantine/core';
import { formatExactNumber } from '../../design/format/format-number.ts';
import styles from './live.module.css';
import type { LiveView } from './use-live-log.ts';

/** What is not in the list, and why. */
export function LiveNotices({ view }: { readonly view: LiveView }) {
  const { skipped, backfill } = view;
  return (
    <>
      {skipped > 0 && (
        <p className={styles.notice} role="status">
          {formatExactNumber(skipped)} more came than are shown: at most 200 a second, and 5,000 while paused. They are
          stored like all others. A filter shows what matches it first.
        </p>
      )}
      {typeof backfill === 'object' && (
        <p className={styles.notice} role="alert">
          Events from before could not be loaded: {backfill.message} New ones still appear.{' '}
          <Button size="compact-xs" variant="default" onClick={view.retryBackfill}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}
