import { Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from './dashboard.ts';

interface Facts {
  readonly name: string;
  readonly description: string | null;
}

export interface FactsDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: Facts;
  readonly onSave: (facts: Facts) => Promise<void>;
  readonly onClose: () => void;
}

/** Name and description, of a new dashboard or of one that is there. */
export function FactsDialog({ title, action, initial, onSave, onClose }: FactsDialogProps) {
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      action={action}
      initial={{ name: initial.name, description: initial.description ?? '' }}
      canSubmit={({ name }) => name.trim() !== ''}
      onSubmit={async ({ name, description }) => {
        await onSave({ name: name.trim(), description: description.trim() || null });
        onClose();
      }}
      failureText={(message) => `Couldn't save: ${message} Your input is still here.`}
    >
      {(form) => (
        <>
          <TextInput label="Name" maxLength={MAX_NAME_LENGTH} data-autofocus {...form.getInputProps('name')} />
          <Textarea
            label="Description"
            description="Optional: what it's for and who to ask"
            maxLength={MAX_DESCRIPTION_LENGTH}
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps('description')}
          />
        </>
      )}
    </FormDialog>
  );
}
