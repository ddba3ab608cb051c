import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './confirm-with-reason.module.css';
import { FormDialog } from './form-dialog.tsx';

export interface ConfirmWithReasonProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** May take a while; the dialog stays until it is done and shows what went wrong. */
  readonly onConfirm: (reason: string) => Promise<void> | void;
  /** A query: "Kill new_checkout in production?" */
  readonly title: string;
  /** What will happen, and to whom. */
  readonly children?: ReactNode;
  /** The verb: "Kill flag". */
  readonly action: string;
  /** `required`, `optional`, or no field at all. */
  readonly reason?: 'required' | 'optional' | 'none' | undefined;
  readonly reasonPlaceholder?: string | undefined;
  /** What the field is called: "Reason" unless told. */
  readonly reasonLabel?: string | undefined;
  readonly maxLength?: number | undefined;
  /** Something that must be typed, such as the name of what is removed. */
  readonly typeToConfirm?: string | undefined;
  readonly tone?: 'bad' | 'accent' | undefined;
}

export function ConfirmWithReason(props: ConfirmWithReasonProps) {
  const { isOpen, onClose, onConfirm, title, children, action, reason: asks = 'required', typeToConfirm } = props;
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      action={action}
      tone={props.tone ?? 'bad'}
      initial={{ reason: '', typed: '' }}
      canSubmit={({ reason, typed }) =>
        (asks !== 'required' || reason.trim() !== '') && (typeToConfirm === undefined || typed === typeToConfirm)
      }
      onSubmit={async ({ reason }) => {
        await onConfirm(reason.trim());
        onClose();
      }}
    >
      {(form) => (
        <>
          {children !== undefined && <div className={styles.words}>{children}</div>}
          {asks !== 'none' && (
            <Textarea
              label={props.reasonLabel ?? 'Reason'}
              description={asks === 'optional' ? 'Optional. Shown in the history.' : 'Shown in the history.'}
              placeholder={props.reasonPlaceholder ?? ''}
              maxLength={props.maxLength ?? 500}
              autosize
              minRows={2}
              maxRows={6}
              data-autofocus
              {...form.getInputProps('reason')}
            />
          )}
          {typeToConfirm !== undefined && (
            <Textarea
              label={
                <>
                  Type <code className={styles.code}>{typeToConfirm}</code> to confirm
                </>
              }
              autosize
              minRows={1}
              maxRows={1}
              data-autofocus={asks === 'none' || undefined}
              {...form.getInputProps('typed')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
