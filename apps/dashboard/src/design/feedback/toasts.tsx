import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import textStyles from '../primitives/text.module.css';

export interface ToastWords {
  /** What happened: "Flag saved." */
  readonly title: string;
  /** What was kept, or what to do. */
  readonly message?: string | undefined;
  /** What can be done about it at once: `{ label: 'Undo', run }`. The toast stays a little longer for it. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

const readable = { classNames: { description: textStyles.muted ?? '' }, closeButtonProps: { 'aria-label': 'Dismiss' } };

/** Said briefly, in a corner, read aloud by screen readers. What must not be missed belongs into the page. */
export const toasts = {
  success({ title, message, action }: ToastWords): void {
    const look = { ...readable, color: 'teal', icon: <IconCheck size={16} /> };
    if (action === undefined) {
      notifications.show({ ...look, title, message, autoClose: 4000 });
      return;
    }
    const run = () => {
      notifications.hide(id);
      action.run();
    };
    const button = (
      <Button size="compact-xs" variant="default" mt={4} onClick={run}>
        {action.label}
      </Button>
    );
    const words = (
      <>
        {message !== undefined && <div>{message}</div>}
        {button}
      </>
    );
    const id = notifications.show({ ...look, title, message: words, autoClose: 10_000 });
  },
  /** Stays until it is closed: an error that vanishes cannot be read aloud to a colleague. */
  error({ title, message }: ToastWords): void {
    notifications.show({
      ...readable,
      title,
      message,
      color: 'red',
      icon: <IconAlertTriangle size={16} />,
      autoClose: false,
    });
  },
};
