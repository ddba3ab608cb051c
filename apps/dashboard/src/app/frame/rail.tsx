import { Tooltip } from '@mantine/core';
import { IconBook2, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { AppLink } from '../../design/layout/app-link.tsx';
import { Lamp } from '../../design/layout/lamp.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import styles from './rail.module.css';
import { isSelected, railGroups } from './rail-entries.ts';
import { usePagePath } from './use-page-path.ts';

export interface RailProps {
  readonly isCollapsed: boolean;
  /** Absent in the drawer, which is either open or not there. */
  readonly onToggle?: () => void;
  /** A page was chosen. */
  readonly onChosen?: () => void;
}

export function Rail({ isCollapsed, onToggle, onChosen }: RailProps) {
  const href = usePageHref();
  const pagePath = usePagePath();
  return (
    <nav aria-label="Pages" className={styles.rail} data-collapsed={isCollapsed || undefined}>
      <AppLink href={href('/overview')} className={styles.brand} aria-label="Lamppost, overview" onClick={onChosen}>
        <Lamp />
        {!isCollapsed && <span>Lamppost</span>}
      </AppLink>
      {railGroups.map((group) => (
        <ul key={group[0]?.page} className={styles.group}>
          {group.map((entry) => {
            const isCurrent = isSelected(entry, pagePath);
            return (
              <li key={entry.page}>
                <Tooltip label={entry.label} position="right" disabled={!isCollapsed}>
                  <AppLink
                    href={href(entry.page)}
                    className={styles.entry}
                    data-current={isCurrent || undefined}
                    aria-current={isCurrent ? 'page' : undefined}
                    aria-label={isCollapsed ? entry.label : undefined}
                    onClick={onChosen}
                  >
                    <entry.icon size={18} stroke={1.6} aria-hidden="true" />
                    {!isCollapsed && <span>{entry.label}</span>}
                  </AppLink>
                </Tooltip>
              </li>
            );
          })}
        </ul>
      ))}
      <div className={styles.foot}>
        <Tooltip label="Docs" position="right" disabled={!isCollapsed}>
          {/* Opens in a new tab: the page that is open stays. */}
          <a
            href="/docs"
            target="_blank"
            rel="noopener"
            className={styles.entry}
            aria-label={isCollapsed ? 'Docs' : undefined}
          >
            <IconBook2 size={18} stroke={1.6} aria-hidden="true" />
            {!isCollapsed && <span>Docs</span>}
          </a>
        </Tooltip>
      </div>
      {onToggle !== undefined && (
        <Tooltip label={isCollapsed ? 'Show names' : 'Icons only'} position="right">
          <button
            type="button"
            className={styles.toggle}
            onClick={onToggle}
            aria-label={isCollapsed ? 'Show names of pages' : 'Show icons only'}
            aria-expanded={!isCollapsed}
          >
            {isCollapsed ? (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} aria-hidden="true" />
            )}
          </button>
        </Tooltip>
      )}
    </nav>
  );
}
