import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { DataColumn } from '../design/tables/data-column.ts';

/** A column of buttons that take members out of a record. */
export function removeColumn<Row extends { readonly user_id: string | null }>(
  label: string,
  remove: (userId: string) => void,
): DataColumn<Row> {
  return {
    id: 'remove',
    header: '',
    width: '48px',
    align: 'end',
    cell: ({ user_id: user }) =>
      user !== null && (
        <Tooltip label={label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove ${user}`}
            onClick={() => remove(user)}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </Tooltip>
      ),
  };
}
