import { Skeleton } from '@mantine/core';
import styles from './loading-block.module.css';

export interface LoadingBlockProps {
  /** The height of what will stand here, so that nothing jumps. */
  readonly height: number;
  /** `lines` for text and lists, `block` for a chart. */
  readonly shape?: 'block' | 'lines' | undefined;
}

const LINE_PX = 28;
const widths = ['92%', '78%', '85%', '64%', '88%', '72%'];

export function LoadingBlock({ height, shape = 'block' }: LoadingBlockProps) {
  return (
    <div className={styles.block} style={{ height }} role="status" aria-label="Loading">
      {shape === 'block' ? (
        <Skeleton height={height} radius="sm" />
      ) : (
        Array.from({ length: Math.max(1, Math.floor(height / LINE_PX)) }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton have no other name
          <Skeleton key={line} height={12} radius="sm" width={widths[line % widths.length] ?? '80%'} />
        ))
      )}
    </div>
  );
}
