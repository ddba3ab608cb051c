import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

export interface ToastWords {
  /** What happened: "Flag saved." */
  readonly title: string;
  /** What was kept, or what to do. */
  readonly message?: string | undefined;
}

/** Said briefly, in a corner, read aloud by screen readers. What must not be missed belongs into the page. */
export const toasts = {
  success({ title, message }: ToastWords): void {
    notifications.show({ title, message, color: 'teal', icon: <IconCheck size={16} />, autoClose: 4000 });
  },
  /** Stays until it is closed: an error that vanishes cannot be read aloud to a colleague. */
  error({ title, message }: ToastWords): void {
    notifications.show({ title, message, color: 'red', icon: <IconAlertTriangle size={16} />, autoClose: false });
  },
};
