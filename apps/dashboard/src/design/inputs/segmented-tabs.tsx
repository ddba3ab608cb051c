import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatShortNumber } from '../format/format-number.ts';
import { AppLink } from '../primitives/app-link.tsx';
import styles from './segmented-tabs.module.css';

interface TabItem<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** The address of the tab; clicking with a modifier opens it elsewhere. */
  readonly href?: string | undefined;
  readonly count?: number | undefined;
}

export interface SegmentedTabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly TabItem<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `line` for parts of a page, `pills` for a choice inside a panel. */
  readonly look?: 'line' | 'pills' | undefined;
}

/** Parts of a page that have an address: links, not a widget; arrows move along. */
export function SegmentedTabs<Value extends string>(props: SegmentedTabsProps<Value>) {
  const { label, tabs, value, onChange, look = 'line' } = props;
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone another tab may be out of sight
  useEffect(() => showCurrent(nav.current), [value]);
  return (
    <nav ref={nav} aria-label={label} className={styles.tabs} data-look={look} onKeyDown={moveFocus}>
      {tabs.map((tab) => {
        const isCurrent = tab.value === value;
        const content = (
          <>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{formatShortNumber(tab.count)}</span>}
          </>
        );
        if (tab.href === undefined) {
          return (
            <button
              key={tab.value}
              type="button"
              className={styles.tab}
              aria-current={isCurrent ? 'true' : undefined}
              onClick={() => onChange(tab.value)}
            >
              {content}
            </button>
          );
        }
        return (
          <AppLink key={tab.value} href={tab.href} className={styles.tab} aria-current={isCurrent ? 'page' : undefined}>
            {content}
          </AppLink>
        );
      })}
    </nav>
  );
}

/** Scrolls the row of tabs, and nothing around it. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]');
  if (nav === null || current === null || current === undefined || nav.scrollWidth <= nav.clientWidth) return;
  const [outer, inner] = [nav.getBoundingClientRect(), current.getBoundingClientRect()];
  nav.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  items.at((at + step) % items.length)?.focus();
}
