import { Autocomplete, Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CrashGroupDetails } from '../stands-out.ts';
import { useGroupChanges } from '../use-group-changes.ts';
import styles from './group.module.css';

export interface GroupDialogProps {
  readonly group: CrashGroupDetails;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Resolving holds for a version: reports of later ones open the group again. */
export function ResolveDialog({ group, isOpen, onClose }: GroupDialogProps) {
  const [version, setVersion] = useState(group.last_version ?? '');
  const { change, isBusy } = useGroupChanges();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await change([group.id], { status: 'resolved', resolved_in_version: version.trim() })) onClose();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title="Resolve in a version">
      <form onSubmit={submit} className={styles.dialog}>
        <p>
          A report from a later version reopens the group as a regression. Reports from this version or earlier don't.
        </p>
        <Autocomplete
          label="Version with the fix"
          data={[...new Set(group.versions.map((each) => each.version))]}
          value={version}
          onChange={setVersion}
          maxLength={256}
          data-autofocus
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={version.trim() === ''}>
            Resolve
          </Button>
        </div>
      </form>
    </Modal>
  );
}
