import type { Wire } from '@lamppost/protocol';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useSeriesColour } from '../../charts/series-colours.tsx';
import { Change } from '../../design/primitives/change.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import tableStyles from '../../design/tables/plain-table.module.css';

import type { TrendLine } from '../trend-lines.ts';
import styles from './trend-table.module.css';

export interface TrendTableProps {
  readonly lines: readonly TrendLine[];
  readonly interval: Wire['TimeseriesResult']['interval'];
  readonly hidden: ReadonlySet<string>;
  readonly onHiddenChange: (hidden: ReadonlySet<string>) => void;
  /** What changes are measured against: "the previous period". */
  readonly against: string;
  readonly onPeople?: ((line: TrendLine) => void) | undefined;
}

/** The legend with numbers. A click on a name hides or shows its line, with Shift it stands alone. */
export function TrendTable(props: TrendTableProps) {
  const { lines, interval, hidden, onHiddenChange, against, onPeople } = props;
  const seriesColour = useSeriesColour();
  const isCompared = lines.some(({ summary }) => summary.change !== undefined);
  const toggle = (name: string, isAlone: boolean) => {
    if (isAlone) {
      const others = lines.filter((line) => line.name !== name).map((line) => line.name);
      const wasAlone = !hidden.has(name) && others.every((other) => hidden.has(other));
      onHiddenChange(new Set(wasAlone ? [] : others));
      return;
    }
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    onHiddenChange(lines.every((line) => next.has(line.name)) ? new Set() : next);
  };
  return (
    <div className={styles.scroll}>
      <table className={`${tableStyles.table} ${styles.table}`} aria-label="Legend">
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col" data-number data-hint="of all intervals">
              Sum
            </th>
            <th scope="col" data-number data-hint={`per ${interval}`}>
              Average
            </th>
            <th scope="col" data-number data-minor data-hint={`lowest ${interval}`}>
              Min
            </th>
            <th scope="col" data-number data-minor data-hint={`highest ${interval}`}>
              Max
            </th>
            {isCompared && (
              <th scope="col" data-number>
                Change
              </th>
            )}
            {onPeople !== undefined && (
              <th scope="col">
                <VisuallyHidden>People</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { name, summary } = line;
            const isShown = !hidden.has(name);
            return (
              <tr key={name} data-hidden={!isShown || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.toggle}
                    aria-pressed={isShown}
                    data-hint="Click to hide or show, Shift-click to show alone"
                    onClick={(event) => toggle(name, event.shiftKey || event.altKey)}
                  >
                    <span
                      className={styles.swatch}
                      style={{ ['--swatch' as string]: seriesColour(name) }}
                      aria-hidden
                    />
                    <bdi className={styles.name}>{name}</bdi>
                  </button>
                </th>
                <td data-number>
                  <ShortNumber value={summary.sum} />
                </td>
                <td data-number>
                  <ShortNumber value={summary.average} />
                </td>
                <td data-number data-minor>
                  <ShortNumber value={summary.min} />
                </td>
                <td data-number data-minor>
                  <ShortNumber value={summary.max} />
                </td>
                {isCompared && (
                  <td data-number>
                    <Change now={summary.change?.now} before={summary.change?.before} against={against} />
                  </td>
                )}
                {onPeople !== undefined && (
                  <td data-number>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      aria-label={`List people: ${name}`}
                      data-hint="List people"
                      onClick={() => onPeople(line)}
                    >
                      <IconUsers size={14} aria-hidden />
                    </ActionIcon>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
