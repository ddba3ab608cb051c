import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import textStyles from '../primitives/text.module.css';
import styles from './list-end.module.css';

export interface ListEndProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
  /** What went wrong with the last try; nothing is loaded by itself until somebody asks. */
  readonly problem?: string | undefined;
  /** Said when everything is shown: "That is everything." */
  readonly endWords?: string | undefined;
}

/** The end of a list that is loaded page by page: it asks for more when it comes into sight, or by a button. */
export function ListEnd({ hasMore, isLoading, onMore, problem, endWords }: ListEndProps) {
  const ref = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  const mayAsk = hasMore && !isLoading && problem === undefined;
  useEffect(() => {
    const element = ref.current;
    if (element === null || !mayAsk) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more.current();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayAsk]);
  if (!hasMore && endWords === undefined) return null;
  return (
    <div ref={ref} className={styles.end} role="status">
      {hasMore ? (
        <>
          {problem !== undefined && <span className={textStyles.bad}>{problem}</span>}
          <Button size="compact-xs" variant="default" loading={isLoading} onClick={onMore}>
            Show more
          </Button>
        </>
      ) : (
        endWords
      )}
    </div>
  );
}
