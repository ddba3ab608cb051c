import { Tooltip } from '@mantine/core';
import {
  IconBook2,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlayerPlay,
  type IconProps,
  IconServer,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useSession } from '../../api/session.ts';
import { AppLink } from '../../design/primitives/app-link.tsx';
import { Lamp } from '../../design/primitives/lamp.tsx';
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
  const { session } = useSession();
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
                <Entry
                  href={href(entry.page)}
                  label={entry.label}
                  icon={entry.icon}
                  isCollapsed={isCollapsed}
                  isCurrent={isCurrent}
                  onChosen={onChosen}
                />
              </li>
            );
          })}
        </ul>
      ))}
      <div className={styles.foot}>
        <Entry
          href={href('/onboarding')}
          label="Get started"
          icon={IconPlayerPlay}
          isCollapsed={isCollapsed}
          isCurrent={pagePath === '/onboarding'}
          onChosen={onChosen}
        />
        {session.member.is_operator && (
          <Entry
            href="/operator"
            label="Installation"
            icon={IconServer}
            isCollapsed={isCollapsed}
            isCurrent={pagePath === '/operator'}
            onChosen={onChosen}
          />
        )}
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
        <Tooltip label={isCollapsed ? 'Expand' : 'Collapse'} position="right">
          <button
            type="button"
            className={styles.toggle}
            onClick={onToggle}
            aria-label={isCollapsed ? 'Expand navigation' : 'Collapse navigation'}
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

interface EntryProps {
  readonly href: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  readonly isCollapsed: boolean;
  readonly isCurrent: boolean;
  readonly onChosen: (() => void) | undefined;
}

function Entry({ href, label, icon: Icon, isCollapsed, isCurrent, onChosen }: EntryProps) {
  return (
    <Tooltip label={label} position="right" disabled={!isCollapsed}>
      <AppLink
        href={href}
        className={styles.entry}
        data-current={isCurrent || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={isCollapsed ? label : undefined}
        onClick={onChosen}
      >
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {!isCollapsed && <span>{label}</span>}
      </AppLink>
    </Tooltip>
  );
}
