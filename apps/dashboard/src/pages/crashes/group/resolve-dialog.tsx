import { Autocomplete } from '@mantine/core';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import type { CrashGroupDetails } from '../stands-out.ts';
import { useGroupChanges } from '../use-group-changes.ts';

export interface GroupDialogProps {
  readonly group: CrashGroupDetails;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Resolving holds for a version: reports of later ones open the group again. */
export function ResolveDialog({ group, isOpen, onClose }: GroupDialogProps) {
  const { change } = useGroupChanges();
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Resolve in a version"
      action="Resolve"
      initial={{ version: group.last_version ?? '' }}
      canSubmit={({ version }) => version.trim() !== ''}
      onSubmit={async ({ version }) => {
        if (await change([group.id], { status: 'resolved', resolved_in_version: version.trim() })) onClose();
      }}
    >
      {(form) => (
        <>
          <p className={textStyles.mutedText}>
            A report from a later version reopens the group as a regression. Reports from this version or earlier don't.
          </p>
          <Autocomplete
            label="Version with the fix"
            data={[...new Set(group.versions.map((each) => each.version))]}
            maxLength={256}
            data-autofocus
            {...form.getInputProps('version')}
          />
        </>
      )}
    </FormDialog>
  );
}
