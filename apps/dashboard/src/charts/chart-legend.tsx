import type { MouseEvent } from 'react';
import styles from './chart-legend.module.css';

interface LegendItem {
  readonly name: string;
  readonly colour: string;
  readonly isDashed?: boolean | undefined;
}

export interface ChartLegendProps {
  readonly items: readonly LegendItem[];
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

/** A click hides or shows a series; with Alt or Shift, or on the only one that is hidden from all others, it stands alone. */
export function ChartLegend({ items, hidden, onChange }: ChartLegendProps) {
  const onClick = (event: MouseEvent, name: string) => {
    onChange(event.shiftKey || event.altKey ? isolated(items, hidden, name) : toggled(items, hidden, name));
  };
  return (
    <ul className={styles.legend}>
      {items.map((item) => (
        <li key={item.name}>
          <button
            type="button"
            className={styles.item}
            aria-pressed={!hidden.has(item.name)}
            data-hint="Click to hide or show, Shift-click to show alone"
            onClick={(event) => onClick(event, item.name)}
            onDoubleClick={() => onChange(isolated(items, hidden, item.name))}
          >
            <span
              className={styles.swatch}
              data-dashed={item.isDashed || undefined}
              style={{ ['--swatch' as string]: item.colour }}
              aria-hidden
            />
            <bdi className={styles.name}>{item.name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The last one that is shown cannot be hidden: an empty chart looks broken. */
function toggled(items: readonly LegendItem[], hidden: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(name)) next.add(name);
  return items.every((item) => next.has(item.name)) ? new Set() : next;
}

function isolated(items: readonly LegendItem[], hidden: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const others = items.filter((item) => item.name !== name).map((item) => item.name);
  const isAlone = !hidden.has(name) && others.every((other) => hidden.has(other));
  return isAlone ? new Set() : new Set(others);
}
