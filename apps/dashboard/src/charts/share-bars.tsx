import { formatExactNumber, formatPercent } from '../design/format/format-number.ts';
import { StatusBadge } from '../design/primitives/status-badge.tsx';
import textStyles from '../design/primitives/text.module.css';
import { ChartFigure } from './chart-figure.tsx';
import { compareShares, type ShareItem, shareSentence } from './compare-shares.ts';
import styles from './share-bars.module.css';

export interface ShareBarsProps {
  readonly label: string;
  readonly items: readonly ShareItem[];
  /** The group in words: "reports of this crash". */
  readonly of: string;
  /** Everything in words: "all sessions". */
  readonly ofAll: string;
  readonly max?: number | undefined;
  readonly onSelect?: ((name: string) => void) | undefined;
  /** False: what bar and line mean is said elsewhere, once for several of them. */
  readonly isExplained?: boolean | undefined;
}

/** The share in a group over the share of all: what is over-represented stands out. */
export function ShareBars({ label, items, of, ofAll, max = 6, onSelect, isExplained = true }: ShareBarsProps) {
  const compared = compareShares(items);
  const shown = compared.slice(0, max);
  return (
    <ChartFigure
      label={label}
      summary={shareSentence(label, compared, of, ofAll)}
      table={{
        header: ['value', `Count in ${of}`, `% of ${of}`, `% of ${ofAll}`],
        rows: compared.map((item) => [item.name, item.count, item.share, item.shareOfAll]),
      }}
      hasMenu={false}
      legend={
        <>
          <h3 className={styles.title}>{label}</h3>
          {isExplained && (
            <p className={styles.key}>
              Bar: share of {of}. <span className={styles.keyLine} aria-hidden /> Line: share of {ofAll}.
            </p>
          )}
        </>
      }
    >
      <ul className={styles.list}>
        {shown.map((item) => (
          <li
            key={item.name}
            className={styles.row}
            data-over={item.isOver || undefined}
            data-hint={`${formatExactNumber(item.count)}: ${formatPercent(item.share)} of ${of}, ${item.shareOfAll === null ? 'share unknown' : formatPercent(item.shareOfAll)} of ${ofAll}`}
          >
            <div className={styles.words}>
              {onSelect === undefined ? (
                <bdi className={styles.name}>{item.name}</bdi>
              ) : (
                <button type="button" className={styles.name} onClick={() => onSelect(item.name)}>
                  <bdi>{item.name}</bdi>
                </button>
              )}
              {item.isOver && item.times !== null && <StatusBadge tone="warn">{timesWords(item.times)}</StatusBadge>}
              <span className={styles.share}>{formatPercent(item.share, 1)}</span>
            </div>
            <div className={styles.track}>
              <div className={styles.bar} style={{ width: `${item.share}%` }} />
              {item.shareOfAll !== null && (
                <div className={styles.all} style={{ left: `${Math.min(100, item.shareOfAll)}%` }} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {compared.length > shown.length && (
        <p className={textStyles.caption}>and {compared.length - shown.length} more</p>
      )}
    </ChartFigure>
  );
}

const timesWords = (times: number): string =>
  Number.isFinite(times) ? `${times.toFixed(1)}× its usual share` : 'only here';
