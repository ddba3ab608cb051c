import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmWithReason } from '../design/dialogs/confirm-with-reason.tsx';
import { DangerButton } from '../design/inputs/danger-button.tsx';

export interface ArchiveActionsProps {
  readonly noun: string;
  readonly record: { readonly key: string; readonly archived_at: string | null };
  readonly onEdit: () => void;
  readonly onArchive: (isArchived: boolean) => Promise<unknown>;
  /** What archiving does to what uses the record. */
  readonly archiveEffect: string;
  readonly restoreEffect: string;
}

/** Edit, and archive or restore, in the header of a record's page. */
export function ArchiveActions(props: ArchiveActionsProps) {
  const { noun, record, onEdit, onArchive, archiveEffect, restoreEffect } = props;
  const [isAsking, setIsAsking] = useState(false);
  const isArchived = record.archived_at !== null;
  const verb = `${isArchived ? 'Restore' : 'Archive'} ${noun}`;
  return (
    <>
      <Button variant="default" onClick={onEdit}>
        Edit
      </Button>
      {isArchived ? (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Restore
        </Button>
      ) : (
        <DangerButton onClick={() => setIsAsking(true)}>Archive</DangerButton>
      )}
      <ConfirmWithReason
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`${verb} ${record.key}?`}
        action={verb}
        reason="none"
        tone={isArchived ? 'accent' : 'bad'}
        onConfirm={async () => {
          await onArchive(!isArchived);
        }}
      >
        {isArchived ? restoreEffect : archiveEffect}
      </ConfirmWithReason>
    </>
  );
}
