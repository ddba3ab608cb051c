import { Skeleton } from '@mantine/core';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';

const rows = [72, 56, 84, 64, 48, 76, 60, 80];

export function DataTableSkeleton<Row>({ columns }: { readonly columns: readonly DataColumn<Row>[] }) {
  return (
    <tbody aria-hidden className={styles.body}>
      {rows.map((percent) => (
        <tr key={percent} className={styles.row}>
          {columns.map((column, index) => (
            <td key={column.id} className={styles.cell} data-align={column.align}>
              <Skeleton height={10} my={5} radius="sm" width={index === 0 ? `${percent}%` : '56%'} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
