import type { Wire } from '@lamppost/protocol';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { formatPercent } from '../../design/format/format-number.ts';
import textStyles from '../../design/primitives/text.module.css';
import tableStyles from '../../design/tables/plain-table.module.css';
import { correlationWords } from '../correlation-words.ts';
import { countedWords } from '../counted-words.ts';
import { describeInsight } from '../describe-insight.ts';
import { fieldLabel } from '../field-words.ts';
import type { FunnelInsight } from '../insight.ts';
import styles from './result.module.css';

export interface FunnelCorrelationProps {
  readonly insight: FunnelInsight;
  readonly result: Wire['FunnelCorrelationResult'];
  readonly maxHeight?: number | undefined;
}

type Row = Wire['FunnelCorrelationResult']['rows'][number];

/** What those who converted did or had, and the others did not. */
export function FunnelCorrelation({ insight, result, maxHeight }: FunnelCorrelationProps) {
  const { rows, converted, notConverted, tested } = result;
  const label = `Correlation with conversion: ${describeInsight(insight)}`;
  const counted = countedWords(insight);
  const clear = rows.filter(({ adjustedPValue }) => adjustedPValue < 0.05).length;
  return (
    <ChartFigure
      label={label}
      summary={`${label}. ${clear} of ${tested} differences are unlikely to be chance.`}
      table={{
        header: ['what', '% of converted', '% of dropped', 'odds ratio', 'p', 'adjusted p'],
        rows: rows.map((row) => [
          nameOf(row),
          shareOf(row.converted, converted),
          shareOf(row.notConverted, notConverted),
          row.oddsRatio,
          row.pValue,
          row.adjustedPValue,
        ]),
      }}
    >
      <p className={textStyles.caption}>
        {converted.toLocaleString('en')} {counted} converted, {notConverted.toLocaleString('en')} did not. {tested}{' '}
        events and values compared. A correlation is not a cause.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} style={{ maxHeight }} tabIndex={0} aria-label={`${label}, as a table`}>
        <table className={`${tableStyles.table} ${styles.table}`} aria-label="Correlation">
          <thead>
            <tr>
              <th scope="col">Did or had</th>
              <th scope="col" data-number data-hint={`of ${converted} ${counted}`}>
                Converted
              </th>
              <th scope="col" data-number data-hint={`of ${notConverted} ${counted}`}>
                Dropped off
              </th>
              <th scope="col" data-hint="Odds ratio: above 1 is more likely to convert">
                Effect
              </th>
              <th scope="col" data-hint="p-value, adjusted for the number of comparisons">
                Confidence
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { effect, confidence, adjusted } = correlationWords(row);
              return (
                <tr key={nameOf(row)}>
                  <th scope="row">
                    <bdi title={nameOf(row)}>{nameOf(row)}</bdi>
                  </th>
                  <td data-number>{formatPercent(shareOf(row.converted, converted), 1)}</td>
                  <td data-number>{formatPercent(shareOf(row.notConverted, notConverted), 1)}</td>
                  <td>{effect}</td>
                  <td data-hint={`adjusted p ${adjusted}`}>{confidence}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </ChartFigure>
  );
}

const shareOf = (count: number, of: number): number => (of === 0 ? 0 : (count / of) * 100);

const nameOf = ({ kind, event = '', field = '', value = '' }: Row): string =>
  kind === 'event' ? event : `${fieldLabel(field)}: ${value}`;
