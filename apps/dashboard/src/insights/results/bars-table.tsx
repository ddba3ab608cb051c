import { ChartFigure } from '../../charts/chart-figure.tsx';
import styles from './trend-bars.module.css';

interface BarsRow {
  readonly name: string;
  /** How long the bar is; null has none. */
  readonly size: number | null;
  readonly cells: readonly string[];
  /** What pointing at the row says. */
  readonly hint?: string | undefined;
}

export interface BarsTableProps {
  readonly label: string;
  /** The first is that of the names. */
  readonly header: readonly string[];
  readonly rows: readonly BarsRow[];
  readonly maxHeight?: number | undefined;
}

/** A row for each name with a bar as long as its value, and the values beside it. */
export function BarsTable({ label, header, rows, maxHeight }: BarsTableProps) {
  const largest = Math.max(...rows.map(({ size }) => size ?? 0), 0) || 1;
  const [nameHeader, ...valueHeaders] = header;
  const [top] = rows;
  return (
    <ChartFigure
      label={label}
      summary={top === undefined ? `${label}: no data.` : `${label}. ${top.name}: ${top.cells[0] ?? ''}.`}
      table={{ header, rows: rows.map(({ name, cells }) => [name, ...cells]) }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} style={{ maxHeight }} tabIndex={0} aria-label={`${label}, as a table`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{nameHeader}</th>
              {valueHeaders.map((text) => (
                <th key={text} scope="col" data-number>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, size, cells, hint }) => (
              <tr key={name} data-hint={hint}>
                <th scope="row">
                  <span
                    className={styles.bar}
                    style={{ width: `${Math.max(0, ((size ?? 0) / largest) * 100)}%` }}
                    aria-hidden
                  />
                  <bdi className={styles.name} title={name}>
                    {name}
                  </bdi>
                </th>
                {cells.map((cell, at) => (
                  <td key={valueHeaders[at]} data-number>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ChartFigure>
  );
}
