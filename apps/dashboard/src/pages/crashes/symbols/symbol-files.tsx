import type { Wire } from '@lamppost/protocol';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { formatBytes } from '../../../design/format/format-number.ts';
import { MoreButton } from '../../../design/inputs/more-button.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import { kindWords } from './guess-symbol.ts';

type SymbolFile = Wire['SymbolFileRow'];

const plain: readonly DataColumn<SymbolFile>[] = [
  {
    id: 'file',
    header: 'For',
    width: 'minmax(200px, 3fr)',
    onCard: 'title',
    cell: (row) => (
      <bdi className={textStyles.mono12}>
        {row.file ?? row.debug_id ?? `all files of ${row.release ?? 'any version'}`}
      </bdi>
    ),
  },
  { id: 'kind', header: 'Type', width: 'minmax(140px, 1.5fr)', cell: (row) => kindWords[row.kind] },
  {
    id: 'release',
    header: 'Version',
    width: 'minmax(90px, 1fr)',
    cell: (row) => [row.release ?? 'any', row.build === null ? '' : `(${row.build})`].join(' '),
  },
  { id: 'platform', header: 'Platform', width: '90px', cell: (row) => row.platform ?? 'any' },
  { id: 'bytes', header: 'Size', align: 'end', width: '90px', cell: (row) => formatBytes(row.bytes) },
  {
    id: 'created',
    header: 'Uploaded',
    align: 'end',
    width: '110px',
    cell: (row) => <RelativeTime at={row.created_at} />,
  },
];

export function SymbolFiles({ canEdit }: { readonly canEdit: boolean }) {
  const files = useApiList('/v1/symbols', { query: { limit: 100 } });
  const [removing, setRemoving] = useState<SymbolFile>();
  const remove = useApiMutation('DELETE', '/v1/symbols/:id', { invalidates: ['/v1/symbols', '/v1/crashes'] });
  const columns = useMemo(() => (canEdit ? [...plain, removeColumn(setRemoving)] : plain), [canEdit]);
  return (
    <Panel
      title="Uploaded files"
      description="For all environments. The newest matching file is used."
      isFlush
      footer={files.hasNextPage ? <MoreButton list={files} /> : undefined}
    >
      <DataTable
        label="Symbol files"
        rows={files.rows}
        columns={columns}
        rowId={(row) => row.id}
        maxHeight={520}
        isLoading={files.isPending}
        error={failureOf(files, "Couldn't load symbol files")}
        empty={{
          title: 'No symbol files yet',
          children: 'Upload them from your build with a secret key:',
          snippet: {
            language: 'bash',
            code: `curl --data-binary @dist/app.js.map -H "Authorization: Bearer $SECRET_KEY" \\\n  "${window.location.origin}/v1/symbols?kind=sourcemap&release=1.4.0&file=/app.js"`,
          },
        }}
      />
      <ConfirmWithReason
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title="Remove this symbol file?"
        action="Remove file"
        reason="none"
        onConfirm={async () => {
          if (removing === undefined) return;
          await remove.mutateAsync({ params: { id: removing.id } });
          toasts.success({ title: 'Symbol file removed' });
        }}
      >
        Stack traces that use this file will be shown unsymbolicated, unless another file matches.
      </ConfirmWithReason>
    </Panel>
  );
}

const removeColumn = (onRemove: (file: SymbolFile) => void): DataColumn<SymbolFile> => ({
  id: 'remove',
  header: '',
  align: 'end',
  width: '56px',
  cell: (row) => (
    <Tooltip label="Remove">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Remove ${row.file ?? row.kind}`}
        onClick={() => onRemove(row)}
      >
        <IconTrash size={14} />
      </ActionIcon>
    </Tooltip>
  ),
});
