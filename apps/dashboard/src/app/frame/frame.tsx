import { Drawer } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { PageSearch } from '../../navigation/page-path.ts';
import { CommandPalette } from '../palette/command-palette.tsx';
import { Shortcuts } from '../shortcuts/shortcuts.tsx';
import styles from './frame.module.css';
import { Rail } from './rail.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** Everything around a page of a project. */
export function Frame() {
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'lamppost.rail-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const togglePalette = useCallback(() => setPaletteOpen((isOpen) => !isOpen), []);
  const toggleRail = useCallback(() => setCollapsed((isNow) => !isNow), [setCollapsed]);
  const hasRange = useMatches({
    select: (matches) =>
      matches.some(({ staticData, search }) => {
        const { tab } = search as PageSearch;
        const isActing = typeof tab !== 'string' || staticData.tabsWithoutRange?.includes(tab) !== true;
        return staticData.hasRange === true && isActing;
      }),
  });
  useKeptFocus();
  return (
    <RouteAnnouncer>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <div className={styles.frame} data-collapsed={isCollapsed || undefined}>
        <aside className={styles.rail}>
          <Rail isCollapsed={isCollapsed} onToggle={toggleRail} />
        </aside>
        <Drawer.Root opened={isDrawerOpen} onClose={() => setDrawerOpen(false)} size={260}>
          <Drawer.Overlay />
          <Drawer.Content aria-label="Pages">
            <Rail isCollapsed={false} onChosen={() => setDrawerOpen(false)} />
          </Drawer.Content>
        </Drawer.Root>
        <div className={styles.column}>
          <TopBar
            hasRange={hasRange}
            isDrawerOpen={isDrawerOpen}
            onOpenDrawer={() => setDrawerOpen(true)}
            onOpenPalette={() => setPaletteOpen(true)}
          />
          <main id="content" className={styles.content} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <CommandPalette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <Shortcuts isPaletteOpen={isPaletteOpen} onTogglePalette={togglePalette} onToggleRail={toggleRail} />
    </RouteAnnouncer>
  );
}
