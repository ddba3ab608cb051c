import { Burger, Tooltip } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEnvironment } from '../../api/environment.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { KeyHint } from '../../design/primitives/key-hint.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { AccountMenu, ThemeMenu } from './account-menu.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { RangeSlot } from './range-slot.tsx';
import { EnvironmentMenu, ProjectMenu } from './scope-menus.tsx';
import styles from './top-bar.module.css';

export interface TopBarProps {
  readonly hasRange: boolean;
  readonly isDrawerOpen: boolean;
  readonly onOpenDrawer: () => void;
  readonly onOpenPalette: () => void;
}

export function TopBar({ hasRange, isDrawerOpen, onOpenDrawer, onOpenPalette }: TopBarProps) {
  const { isProduction } = useEnvironment();
  const href = usePageHref();
  return (
    <header className={styles.bar} data-production={isProduction || undefined}>
      <Burger className={styles.burger} opened={isDrawerOpen} onClick={onOpenDrawer} size={18} aria-label="Pages" />
      <ProjectMenu />
      <span className={styles.slash} aria-hidden="true">
        /
      </span>
      <EnvironmentMenu />
      <span className={flowStyles.space} />
      {hasRange && (
        <div className={styles.range}>
          <RangeSlot />
        </div>
      )}
      <LiveSwitch />
      <Tooltip label="Search">
        <button type="button" className={styles.find} onClick={onOpenPalette} aria-label="Search">
          <IconSearch size={16} stroke={1.6} aria-hidden="true" />
          <span className={styles.findKeys}>
            <KeyHint keys={['mod', 'k']} />
          </span>
        </button>
      </Tooltip>
      <span className={styles.theme}>
        <ThemeMenu />
      </span>
      <AccountMenu accountHref={href('/settings', { tab: 'account' })} />
    </header>
  );
}
