import type { Wire } from '@lamppost/protocol';
import { Checkbox } from '@mantine/core';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { toasts } from '../../design/feedback/toasts.tsx';

export interface ApprovalDialogProps {
  /** Nothing is asked without one. */
  readonly environment: Wire['EnvironmentsAnswer']['data'][number] | undefined;
  readonly onClose: () => void;
}

/** Whether edits of flags and experiments in an environment wait for a second person. */
export function ApprovalDialog({ environment, onClose }: ApprovalDialogProps) {
  const save = useApiMutation('PATCH', '/v1/environments/:id', {
    invalidates: ['/v1/environments', '/v1/changes'],
    onSuccess: ({ data }) => {
      toasts.success({ title: `Changes in ${data.slug} ${data.approval.required ? 'need' : "don't need"} approval` });
      onClose();
    },
  });
  const { approval } = environment ?? {};
  return (
    <FormDialog
      key={environment?.id}
      isOpen={environment !== undefined}
      onClose={onClose}
      title={`Approval in ${environment?.slug ?? ''}`}
      action="Save"
      initial={{ isRequired: approval?.required === true, areKeysExempt: approval?.secret_keys === 'allow' }}
      onSubmit={({ isRequired, areKeysExempt }) =>
        save.mutateAsync({
          params: { id: environment?.id ?? '' },
          body: { approval: { required: isRequired, secret_keys: areKeysExempt ? 'allow' : 'request' } },
        })
      }
      failureText={(message) => `${message} Nothing was changed.`}
    >
      {(form) => (
        <>
          <Checkbox
            label="Changes need approval"
            description="Edits of flags and experiments become change requests that another member approves. Kill and restore take effect immediately."
            data-autofocus
            {...form.getInputProps('isRequired', { type: 'checkbox' })}
          />
          <Checkbox
            label="Exempt secret keys"
            description="Edits by the CLI, CI and scripts take effect immediately."
            disabled={!form.values.isRequired}
            {...form.getInputProps('areKeysExempt', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDialog>
  );
}
