import { Skeleton } from '@mantine/core';
import { LoadingBlock } from '../design/feedback/loading-block.tsx';
import styles from './page-skeleton.module.css';

/** While the code of a page is on its way. */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton height={20} width={160} radius="sm" className={styles.title ?? ''} />
      <LoadingBlock height={320} />
    </div>
  );
}
