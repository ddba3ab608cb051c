import { Button, Modal, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import styles from './confirm-with-reason.module.css';

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
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!isOpen) return;
    setReason('');
    setTyped('');
    setFailure(undefined);
  }, [isOpen]);
  const isReady =
    (asks !== 'required' || reason.trim() !== '') && (typeToConfirm === undefined || typed === typeToConfirm);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onConfirm(reason.trim());
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Something went wrong. No changes were made.');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal opened={isOpen} onClose={isBusy ? () => undefined : onClose} title={title} centered>
      <form onSubmit={submit} className={styles.form}>
        {children !== undefined && <div className={styles.words}>{children}</div>}
        {asks !== 'none' && (
          <Textarea
            label={props.reasonLabel ?? 'Reason'}
            description={asks === 'optional' ? 'Optional. Shown in the history.' : 'Shown in the history.'}
            placeholder={props.reasonPlaceholder ?? ''}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={props.maxLength ?? 500}
            autosize
            minRows={2}
            maxRows={6}
            data-autofocus
          />
        )}
        {typeToConfirm !== undefined && (
          <Textarea
            label={
              <>
                Type <code className={styles.code}>{typeToConfirm}</code> to confirm
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autosize
            minRows={1}
            maxRows={1}
            data-autofocus={asks === 'none' || undefined}
          />
        )}
        {failure !== undefined && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            type="submit"
            className={(props.tone ?? 'bad') === 'bad' ? (styles.bad ?? '') : ''}
            disabled={!isReady}
            loading={isBusy}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
