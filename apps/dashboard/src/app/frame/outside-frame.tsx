import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import flowStyles from '../../design/layout/flow.module.css';
import { AppLink } from '../../design/primitives/app-link.tsx';
import { Lamp } from '../../design/primitives/lamp.tsx';
import { AccountMenu, ThemeMenu } from './account-menu.tsx';
import styles from './outside-frame.module.css';

export interface OutsideFrameProps {
  readonly children?: ReactNode;
}

/** Around pages that belong to no project. */
export function OutsideFrame({ children }: OutsideFrameProps) {
  return (
    <>
      <header className={styles.bar}>
        <AppLink href="/" className={styles.brand}>
          <Lamp />
          Lamppost
        </AppLink>
        <span className={flowStyles.space} />
        <ThemeMenu />
        <AccountMenu />
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        {children ?? <Outlet />}
      </main>
    </>
  );
}
