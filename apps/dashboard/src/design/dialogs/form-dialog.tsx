import { Button, Modal, type ModalProps } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useRef } from 'react';
import { asSentence } from '../format/as-sentence.ts';
import styles from './form-dialog.module.css';
import { type FieldErrors, type SubmitProblem, submitErrors } from './submit-errors.ts';

export type DialogForm<Values> = UseFormReturnType<Values>;

export interface FormDialogProps<Values extends object> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What the form starts with, whenever the dialog opens. */
  readonly initial: Values;
  /** The fields. The one with `data-autofocus` has the focus at first. */
  readonly children: (form: DialogForm<Values>) => ReactNode;
  /** The verb on the button: "Create flag". */
  readonly action: string | ((values: Values) => string);
  /** Closing is up to it. What it throws is shown: at the fields that it is about, the rest as a sentence. */
  readonly onSubmit: (values: Values) => unknown;
  readonly canSubmit?: ((values: Values) => boolean) | undefined;
  /** Asked on submit, and from then on at every change. */
  readonly validate?: ((values: Values) => FieldErrors) | undefined;
  /** Where an error goes that names no field: `{ key: 'A flag with this key already exists' }`. */
  readonly placeError?: ((problem: SubmitProblem) => FieldErrors | undefined) | undefined;
  /** The sentence for an error that belongs to no field. */
  readonly failureText?: ((message: string) => string) | undefined;
  /** Stands beside the buttons. */
  readonly note?: ((values: Values) => ReactNode) | undefined;
  /** Takes the place of the form once it was sent. A click beside the dialog does not take it away. */
  readonly result?: ReactNode | undefined;
  /** A click beside the dialog does not throw away what was typed. */
  readonly isGuarded?: boolean | undefined;
  readonly isFullScreen?: boolean | undefined;
  readonly size?: ModalProps['size'] | undefined;
  readonly tone?: 'bad' | 'accent' | undefined;
}

/** Every dialog that asks for something: fields, errors, Cancel, and a button that waits for the answer. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { isOpen, onClose, title, size = 'md', result, isGuarded = false, isFullScreen = false } = props;
  const isBusy = useRef(false);
  return (
    <Modal
      opened={isOpen}
      onClose={() => (result !== undefined || !isBusy.current) && onClose()}
      title={title}
      size={size}
      fullScreen={isFullScreen}
      closeOnClickOutside={!isGuarded && result === undefined}
    >
      {result ?? <Fields {...props} isBusy={isBusy} />}
    </Modal>
  );
}

type FieldsProps<Values extends object> = FormDialogProps<Values> & { readonly isBusy: { current: boolean } };

function Fields<Values extends object>(props: FieldsProps<Values>) {
  const { initial, onSubmit, validate, placeError, failureText = (message) => message, note, isBusy } = props;
  const hasTried = useRef(false);
  const form = useForm<Values>({
    initialValues: initial,
    clearInputErrorOnChange: false,
    ...(validate === undefined ? {} : { validate: (values: Values) => ({ ...validate(values) }) }),
    onValuesChange: (values, before) => {
      const kept = ([path]: [string, ReactNode]) => path in values && isSame(values, before, path);
      form.setErrors((errors) => ({
        ...Object.fromEntries(Object.entries(errors).filter(kept)),
        ...(hasTried.current ? validate?.(values) : undefined),
      }));
    },
  });
  const send = async (values: Values): Promise<void> => {
    isBusy.current = true;
    try {
      await onSubmit(values);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const errors = placeError?.(error) ?? submitErrors(error, Object.keys(values));
      form.setErrors(
        errors.form === undefined ? { ...errors } : { ...errors, form: failureText(asSentence(errors.form)) },
      );
    } finally {
      isBusy.current = false;
    }
  };
  const submit = form.onSubmit(send, (_errors, _values, event) => {
    hasTried.current = true;
    const sent = event?.currentTarget;
    requestAnimationFrame(() => sent?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  });
  const { values, submitting } = form;
  const action = typeof props.action === 'string' ? props.action : props.action(values);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        // Forms in popovers are elsewhere in the page, but their events arrive here, too.
        if (event.target === event.currentTarget) submit(event);
      }}
    >
      <div className={styles.fields}>{props.children(form)}</div>
      {form.errors.form !== undefined && (
        <p role="alert" className={styles.failure}>
          {form.errors.form}
        </p>
      )}
      <div className={styles.foot}>
        {note !== undefined && <div className={styles.note}>{note(values)}</div>}
        <div className={styles.buttons}>
          <Button variant="default" onClick={props.onClose} disabled={submitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            className={props.tone === 'bad' ? (styles.bad ?? '') : ''}
            loading={submitting}
            disabled={props.canSubmit?.(values) === false}
          >
            {action}
          </Button>
        </div>
      </div>
    </form>
  );
}

const isSame = (values: object, before: object, path: string): boolean =>
  Reflect.get(values, path) === Reflect.get(before, path);
