import { ChartFigure } from '../../charts/chart-figure.tsx';
import { formatShortNumber } from '../../design/format/format-number.ts';
import { Change } from '../../design/primitives/change.tsx';
import { Percent } from '../../design/primitives/percent.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { countryName } from '../country-name.ts';
import { fieldLabel } from '../field-words.ts';
import type { TrendLine } from '../trend-lines.ts';
import styles from './trend-bars.module.css';

export interface TrendBarsProps {
  readonly label: string;
  readonly lines: readonly TrendLine[];
  /** What the lines are broken down by. */
  readonly fields: readonly string[];
  readonly against: string;
  readonly maxHeight?: number | undefined;
  readonly onPeople?: ((line: TrendLine) => void) | undefined;
}

const sizeOf = ({ summary }: TrendLine): number => summary.sum ?? summary.average ?? 0;

/** A row for each line with a bar as long as its value: countries by name. */
export function TrendBars({ label, lines, fields, against, maxHeight, onPeople }: TrendBarsProps) {
  const rows = [...lines].sort((a, b) => sizeOf(b) - sizeOf(a));
  const largest = Math.max(...rows.map(sizeOf), 0) || 1;
  const canAddUp = rows.every(({ summary }) => summary.sum !== null);
  const total = rows.reduce((sum, line) => sum + sizeOf(line), 0);
  const isCompared = rows.some(({ summary }) => summary.change !== undefined);
  const hasShare = canAddUp && fields.length > 0 && total > 0;
  const [top] = rows;
  return (
    <ChartFigure
      label={label}
      summary={top === undefined ? `${label}: no data.` : `${label}. ${top.name}: ${formatShortNumber(sizeOf(top))}.`}
      table={{ header: ['series', 'value'], rows: rows.map((line) => [nameOf(line, fields), sizeOf(line)]) }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} style={{ maxHeight }} tabIndex={0} aria-label={`${label}, as a table`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{fields.length === 0 ? 'Series' : fields.map(fieldLabel).join(' · ')}</th>
              <th scope="col" data-number>
                {canAddUp ? 'Total' : 'Average'}
              </th>
              {hasShare && (
                <th scope="col" data-number>
                  Share
                </th>
              )}
              {isCompared && (
                <th scope="col" data-number>
                  Change
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((line) => (
              <tr key={line.name}>
                <th scope="row">
                  <span
                    className={styles.bar}
                    style={{ width: `${Math.max(0, (sizeOf(line) / largest) * 100)}%` }}
                    aria-hidden
                  />
                  <Name line={line} fields={fields} onPeople={onPeople} />
                </th>
                <td data-number>
                  <ShortNumber value={sizeOf(line)} />
                </td>
                {hasShare && (
                  <td data-number>
                    <Percent value={(sizeOf(line) / total) * 100} of="all rows" />
                  </td>
                )}
                {isCompared && (
                  <td data-number>
                    <Change now={line.summary.change?.now} before={line.summary.change?.before} against={against} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ChartFigure>
  );
}

function Name({ line, fields, onPeople }: Pick<TrendBarsProps, 'fields' | 'onPeople'> & { readonly line: TrendLine }) {
  const name = nameOf(line, fields);
  if (onPeople === undefined || line.series === undefined) return <bdi className={styles.name}>{name}</bdi>;
  return (
    <button
      type="button"
      className={styles.name}
      data-hint="List people"
      aria-label={`List people: ${name}`}
      onClick={() => onPeople(line)}
    >
      <bdi>{name}</bdi>
    </button>
  );
}

/** With the countries of a breakdown written out. */
function nameOf({ name, values }: TrendLine, fields: readonly string[]): string {
  if (!fields.includes('country') || values.length !== fields.length) return name;
  const words = values.map((value, at) => (fields[at] === 'country' ? countryName(value) : value));
  const start = name.slice(0, name.length - values.join(' · ').length);
  return `${start}${words.join(' · ')}`;
}
