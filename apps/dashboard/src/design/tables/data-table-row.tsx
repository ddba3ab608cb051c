import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import { AppLink, isPlainClick, useNavigateTo } from '../primitives/app-link.tsx';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';

export interface DataTableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly index: number;
  readonly columns: readonly DataColumn<Row>[];
  readonly href: string | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly isSelected: boolean;
  /** The one row that the tab key reaches; arrows go on from there. */
  readonly isReachable: boolean;
  readonly isCard: boolean;
  /** Where it lies in a list of which only a part is drawn. */
  readonly start: number | undefined;
  readonly height: number | undefined;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
  readonly onActivate: (index: number) => void;
}

const CONTROLS = 'a, button, input, label, select, textarea, [role="menuitem"], [role="switch"]';

/** Rows that stay in sight during a scroll are not drawn again. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>(props: DataTableRowProps<Row>) {
  const { row, index, columns, href, onOpen, isSelected, isReachable, isCard, start } = props;
  const navigate = useNavigateTo();
  const isOpenable = href !== undefined || onOpen !== undefined;
  const open = () => {
    if (onOpen !== undefined) onOpen(row);
    else if (href !== undefined) navigate(href);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (isOnControl(event) || hasSelectedText()) return;
    if (isPlainClick(event)) open();
    else if (href !== undefined) window.open(href, '_blank', 'noopener');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    open();
  };
  const titleId = columns.find((column) => column.onCard === 'title')?.id ?? columns[0]?.id;
  return (
    <tr
      ref={props.measure}
      aria-rowindex={index + 2}
      aria-selected={isOpenable ? isSelected : undefined}
      data-index={index}
      data-selected={isSelected || undefined}
      data-openable={isOpenable || undefined}
      className={isCard ? styles.card : styles.row}
      style={
        start === undefined
          ? undefined
          : { position: 'absolute', height: props.height, transform: `translateY(${start}px)` }
      }
      tabIndex={isOpenable ? (isReachable ? 0 : -1) : undefined}
      onFocus={() => props.onActivate(index)}
      onClick={isOpenable ? onClick : undefined}
      onKeyDown={isOpenable ? onKeyDown : undefined}
    >
      {columns.map((column) => {
        const isTitle = column.id === titleId;
        if (isCard && column.onCard === 'hidden') return null;
        return (
          <td
            key={column.id}
            className={isCard ? (isTitle ? styles.cardTitle : styles.cardLine) : styles.cell}
            data-align={column.align}
          >
            {isCard && !isTitle && <span className={styles.cardLabel}>{column.header}</span>}
            {isTitle && href !== undefined ? (
              <AppLink href={href} className={styles.link} tabIndex={-1}>
                {column.cell(row)}
              </AppLink>
            ) : (
              <span className={styles.content}>{column.cell(row)}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** A dialog that was opened from the row is elsewhere on the page, though React passes its clicks on to the row. */
function isOnControl({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  const control = target.closest(CONTROLS);
  return control !== null && currentTarget.contains(control);
}

const hasSelectedText = (): boolean => (window.getSelection()?.toString().length ?? 0) > 0;
