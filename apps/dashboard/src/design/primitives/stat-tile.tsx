import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChangeIn } from '../format/describe-change.ts';
import { formatExactNumber, formatShortNumber } from '../format/format-number.ts';
import { AppLink } from './app-link.tsx';
import { Change } from './change.tsx';
import { Hint } from './hint.tsx';
import { Sparkline } from './sparkline.tsx';
import styles from './stat-tile.module.css';
import textStyles from './text.module.css';

export interface StatTileProps {
  readonly label: string;
  readonly value: number | null | undefined;
  readonly format?: ((value: number) => string) | undefined;
  /** The same number for the period before. */
  readonly before?: number | null | undefined;
  /** "the 7 days before" */
  readonly against?: string | undefined;
  readonly good?: 'up' | 'down' | undefined;
  /** `points` for shares. */
  readonly changeIn?: ChangeIn | undefined;
  /** What the number is of: "sessions", "people with an event". */
  readonly of?: string | undefined;
  readonly sparkline?: readonly (number | null)[] | undefined;
  readonly isFirstIncomplete?: boolean | undefined;
  readonly isLastIncomplete?: boolean | undefined;
  readonly isLoading?: boolean | undefined;
  /** Shown instead of the number: a tile that fails leaves those beside it alone. */
  readonly error?: { readonly title: string; readonly onRetry: () => void } | undefined;
  /** Where the tile leads. */
  readonly href?: string | undefined;
  readonly footer?: ReactNode;
}

export function StatTile(props: StatTileProps) {
  if (props.error !== undefined) return <FailedTile label={props.label} {...props.error} />;
  const { label, value, format = formatShortNumber, before, against, good, of, sparkline, href, footer } = props;
  return (
    <div className={styles.tile} data-linked={href !== undefined || undefined} aria-busy={props.isLoading}>
      <div className={styles.label}>
        {href === undefined ? (
          label
        ) : (
          <AppLink href={href} className={styles.link}>
            {label}
          </AppLink>
        )}
      </div>
      <div className={styles.main}>
        {props.isLoading ? (
          <Skeleton height={32} width={96} my={2} radius="sm" />
        ) : (
          <Hint text={exactOf(value, of)} className={styles.value}>
            {value === null || value === undefined ? '–' : format(value)}
          </Hint>
        )}
        {sparkline !== undefined && sparkline.length > 0 && !props.isLoading && (
          <div className={styles.sparkline}>
            <Sparkline
              values={sparkline}
              width={112}
              height={32}
              isFirstIncomplete={props.isFirstIncomplete}
              isLastIncomplete={props.isLastIncomplete}
            />
          </div>
        )}
      </div>
      <div className={styles.foot}>
        {props.isLoading ? (
          <Skeleton height={12} width={140} my={3} radius="sm" />
        ) : (
          <>
            {before !== undefined && (
              <Change
                now={value}
                before={before}
                good={good}
                format={format}
                against={against}
                changeIn={props.changeIn}
              />
            )}
            {of !== undefined && <span className={textStyles.faint}>of {of}</span>}
            {footer}
          </>
        )}
      </div>
    </div>
  );
}

interface FailedTileProps {
  readonly label: string;
  readonly title: string;
  readonly onRetry: () => void;
}

function FailedTile({ label, title, onRetry }: FailedTileProps) {
  return (
    <div className={styles.tile} role="alert">
      <div className={styles.label}>{label}</div>
      <div className={styles.failed}>
        <span>{title}</span>
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

function exactOf(value: number | null | undefined, of: string | undefined): string {
  if (value === null || value === undefined) return 'no data in this range';
  return of === undefined ? formatExactNumber(value) : `${formatExactNumber(value)} of ${of}`;
}
