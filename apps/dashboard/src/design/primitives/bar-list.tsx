import { formatExactNumber, formatPercent, formatShortNumber } from '../format/format-number.ts';
import { AppLink } from './app-link.tsx';
import styles from './bar-list.module.css';
import { Hint } from './hint.tsx';

interface BarListItem {
  readonly name: string;
  readonly value: number;
  readonly href?: string | undefined;
}

export interface BarListProps {
  readonly items: readonly BarListItem[];
  /** The whole that shares are taken of; without it no shares are shown. */
  readonly total?: number | undefined;
  /** The whole in words: "events". */
  readonly of?: string | undefined;
  readonly format?: ((value: number) => string) | undefined;
  readonly onSelect?: ((name: string) => void) | undefined;
  readonly selected?: string | undefined;
}

/** Names with a bar behind them: the longest is the largest value. */
export function BarList({ items, total, of = 'all', format = formatShortNumber, onSelect, selected }: BarListProps) {
  const largest = Math.max(...items.map((item) => item.value), 0) || 1;
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.name} className={styles.row} data-selected={item.name === selected || undefined}>
          <span className={styles.bar} style={{ width: `${Math.max(0, (item.value / largest) * 100)}%` }} aria-hidden />
          <BarName item={item} onSelect={onSelect} isSelected={item.name === selected} />
          <Hint text={wordsOf(item.value, total, of)} className={styles.value}>
            {format(item.value)}
          </Hint>
          {total !== undefined && <span className={styles.share}>{shareOf(item.value, total)}</span>}
        </li>
      ))}
    </ul>
  );
}

interface BarNameProps {
  readonly item: BarListItem;
  readonly onSelect: ((name: string) => void) | undefined;
  readonly isSelected: boolean;
}

function BarName({ item, onSelect, isSelected }: BarNameProps) {
  if (item.href !== undefined) {
    return (
      <AppLink href={item.href} className={styles.name} title={item.name}>
        <bdi>{item.name}</bdi>
      </AppLink>
    );
  }
  if (onSelect !== undefined) {
    return (
      <button
        type="button"
        className={styles.name}
        title={item.name}
        aria-pressed={isSelected}
        onClick={() => onSelect(item.name)}
      >
        <bdi>{item.name}</bdi>
      </button>
    );
  }
  return (
    <span className={styles.name} title={item.name}>
      <bdi>{item.name}</bdi>
    </span>
  );
}

const shareOf = (value: number, total: number): string =>
  total > 0 ? formatPercent((value / total) * 100, 1) : formatPercent(null);

function wordsOf(value: number, total: number | undefined, of: string): string {
  if (total === undefined) return formatExactNumber(value);
  return `${formatExactNumber(value)}, ${shareOf(value, total)} of ${formatExactNumber(total)} ${of}`;
}
