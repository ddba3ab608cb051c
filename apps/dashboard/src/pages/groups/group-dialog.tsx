import { Textarea } from '@mantine/core';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { keyOf, type NamedValues } from '../../design/dialogs/key-of.ts';
import { NameAndKey } from '../../design/dialogs/name-and-key.tsx';

export interface GroupDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The group to be changed; a new one without. */
  readonly group?: { readonly id: string; readonly name: string; readonly description: string | null } | undefined;
  readonly onSaved: (key: string) => void;
}

interface GroupValues extends NamedValues {
  readonly description: string;
}

export function GroupDialog({ isOpen, onClose, group, onSaved }: GroupDialogProps) {
  const options = {
    invalidates: ['/v1/groups', '/v1/changes'],
    onSuccess: ({ data }: { data: { key: string } }) => onSaved(data.key),
  };
  const create = useApiMutation('POST', '/v1/groups', options);
  const change = useApiMutation('PATCH', '/v1/groups/:id', options);
  const initial: GroupValues = { name: group?.name ?? '', key: undefined, description: group?.description ?? '' };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={group === undefined ? 'New group' : 'Edit group'}
      action={group === undefined ? 'Create group' : 'Save group'}
      initial={initial}
      onSubmit={(values) => {
        const body = { name: values.name.trim(), description: values.description.trim() || null };
        if (group === undefined) return create.mutateAsync({ body: { key: keyOf(values), ...body } });
        return change.mutateAsync({ params: { id: group.id }, body });
      }}
      placeError={({ reason }) =>
        reason === 'GROUP_KEY_EXISTS' ? { key: 'A group with this key already exists' } : undefined
      }
      failureText={(message) => `${message} Your input is still here.`}
    >
      {(form) => (
        <>
          <NameAndKey
            form={form}
            namePlaceholder="Beta testers"
            keyPlaceholder={group === undefined ? 'beta_testers' : undefined}
            keyUse="rules"
          />
          <Textarea
            label="Description"
            maxLength={1000}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
        </>
      )}
    </FormDialog>
  );
}
