import { type ReactNode, useState } from 'react';
import flowStyles from '../design/layout/flow.module.css';
import styles from './chart-figure.module.css';
import { ChartMenu } from './chart-menu.tsx';
import { toCsv } from './to-csv.ts';

interface ChartTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export interface ChartFigureProps {
  readonly label: string;
  /** What the drawing says, for those who do not see it. */
  readonly summary: string;
  readonly table: ChartTable;
  readonly legend?: ReactNode;
  readonly hasMenu?: boolean | undefined;
  readonly children: ReactNode;
}

/** What all drawings have: a sentence, a table instead of the drawing, a file. */
export function ChartFigure({ label, summary, table, legend, hasMenu = true, children }: ChartFigureProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className={styles.figure} aria-label={label}>
      <figcaption className={styles.summary}>{summary}</figcaption>
      {(legend !== undefined || hasMenu) && (
        <div className={legend === undefined ? styles.bareMenu : styles.top}>
          {legend !== undefined && <div className={flowStyles.grow}>{legend}</div>}
          {hasMenu && (
            <ChartMenu
              label={label}
              isTable={isTable}
              onTable={setIsTable}
              csv={() => toCsv(table.header, table.rows)}
            />
          )}
        </div>
      )}
      {isTable ? <PlainTable table={table} /> : children}
    </figure>
  );
}

function PlainTable({ table }: { readonly table: ChartTable }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.header.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.join('\u0000')}>
              {row.map((cell, index) => (
                <td key={table.header[index]} data-number={typeof cell === 'number' || undefined}>
                  {typeof cell === 'number' ? cell.toLocaleString('en', { maximumFractionDigits: 2 }) : (cell ?? '–')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
