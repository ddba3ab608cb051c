import { Button } from '@mantine/core';
import { asSentence } from '../../design/format/as-sentence.ts';
import { formatCount } from '../../design/format/format-count.ts';
import styles from './live.module.css';
import type { LiveView } from './use-live-log.ts';

/** What is not in the list, and why. */
export function LiveNotices({ view }: { readonly view: LiveView }) {
  const { skipped, backfill } = view;
  return (
    <>
      {skipped > 0 && (
        <p className={styles.notice} role="status">
          {formatCount(skipped, 'event')} not shown: the list shows up to 200 per second and 5,000 while paused. All
          events are stored. Filter to see specific ones.
        </p>
      )}
      {typeof backfill === 'object' && (
        <p className={styles.notice} role="alert">
          Couldn't load earlier events: {asSentence(backfill.message)} New ones still appear.{' '}
          <Button size="compact-xs" variant="default" onClick={view.retryBackfill}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}
