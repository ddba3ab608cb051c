import { Button } from '@mantine/core';
import { CopyField } from '../../../design/inputs/copy-field.tsx';
import { Hint } from '../../../design/primitives/hint.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import type { DataColumn } from '../../../design/tables/data-table.tsx';
import { type KeyRow, keyHint, kindWords, scopeWords } from './key-words.ts';

/** Without `onRevoke` they can only be looked at. */
export function keyColumns(onRevoke: ((key: KeyRow) => void) | undefined): readonly DataColumn<KeyRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 'minmax(140px, 2fr)',
      onCard: 'title',
      cell: (key) => <bdi className={textStyles.cutName}>{key.name}</bdi>,
    },
    {
      id: 'kind',
      header: 'Type',
      width: '170px',
      cell: (key) => (
        <>
          <Hint text={kindWords[key.kind].use}>{kindWords[key.kind].label}</Hint>
          {key.scope !== null && <div className={textStyles.muted}>{scopeWords[key.scope].label}</div>}
        </>
      ),
    },
    {
      id: 'key',
      header: 'Key',
      width: 'minmax(180px, 3fr)',
      cell: (key) => <KeyCell keyRow={key} />,
    },
    {
      id: 'used',
      header: 'Last used',
      width: '110px',
      hint: 'Updated about once a minute',
      cell: (key) =>
        key.last_used_at === null ? (
          <span className={textStyles.muted}>never</span>
        ) : (
          <RelativeTime at={key.last_used_at} />
        ),
    },
    { id: 'created', header: 'Created', width: '110px', cell: (key) => <RelativeTime at={key.created_at} /> },
    {
      id: 'action',
      header: '',
      width: '100px',
      align: 'end',
      cell: (key) => <KeyAction keyRow={key} onRevoke={onRevoke} />,
    },
  ];
}

function KeyCell({ keyRow }: { readonly keyRow: KeyRow }) {
  if (keyRow.key !== null) return <CopyField value={keyRow.key} label={`Copy key ${keyRow.name}`} isInline />;
  const why =
    keyRow.kind === 'publishable'
      ? "Created by an older version and can't be shown. Create a new key to see it here."
      : "Shown once when it was created. Can't be shown again.";
  return (
    <Hint text={why} className={textStyles.mono}>
      {keyHint(keyRow)}
    </Hint>
  );
}

interface KeyActionProps {
  readonly keyRow: KeyRow;
  readonly onRevoke: ((key: KeyRow) => void) | undefined;
}

function KeyAction({ keyRow, onRevoke }: KeyActionProps) {
  if (keyRow.revoked_at !== null) {
    return (
      <StatusBadge tone="neutral">
        Revoked <RelativeTime at={keyRow.revoked_at} />
      </StatusBadge>
    );
  }
  if (onRevoke === undefined) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      aria-label={`Revoke ${keyRow.name}`}
      onClick={() => onRevoke(keyRow)}
    >
      Revoke
    </Button>
  );
}
