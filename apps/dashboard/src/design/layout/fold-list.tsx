import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import flowStyles from './flow.module.css';
import styles from './fold-list.module.css';

export interface FoldListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** One line; nothing in it can be pressed. */
  readonly renderRow: (row: Row) => ReactNode;
  /** Shown below a row that is folded out. */
  readonly renderDetail: (row: Row) => ReactNode;
  /** The one that is folded out. */
  readonly openId: string | undefined;
  readonly onOpenChange: (id: string | undefined) => void;
}

/** Rows that fold out, one at a time. */
export function FoldList<Row>(props: FoldListProps<Row>) {
  const { label, rows, rowId, renderRow, renderDetail, openId, onOpenChange } = props;
  return (
    <ul className={flowStyles.list} aria-label={label}>
      {rows.map((row) => {
        const id = rowId(row);
        const isOpen = id === openId;
        return (
          <li key={id} className={styles.item} data-open={isOpen || undefined}>
            <button
              type="button"
              className={styles.row}
              aria-expanded={isOpen}
              onClick={() => onOpenChange(isOpen ? undefined : id)}
            >
              <IconChevronRight size={14} className={styles.chevron} aria-hidden />
              <span className={flowStyles.grow}>{renderRow(row)}</span>
            </button>
            {isOpen && <div className={styles.detail}>{renderDetail(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}
