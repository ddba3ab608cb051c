import { Button, type ButtonProps } from '@mantine/core';
import type { ButtonHTMLAttributes } from 'react';
import styles from './danger-button.module.css';

export type DangerButtonProps = Omit<ButtonProps, 'variant' | 'color' | 'className'> &
  Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'>;

/** For what hurts when it is pressed by mistake; it asks before it does anything. */
export function DangerButton(props: DangerButtonProps) {
  return <Button {...props} variant="default" className={styles.danger ?? ''} />;
}
