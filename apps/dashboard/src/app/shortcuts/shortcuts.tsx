import { Modal } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { KeyHint } from '../../design/primitives/key-hint.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { railGroups } from '../frame/rail-entries.ts';
import { type KeyReader, readKeys } from './read-keys.ts';
import styles from './shortcuts.module.css';

export interface ShortcutsProps {
  /** What is typed belongs to the palette, also before its field is there. */
  readonly isPaletteOpen: boolean;
  readonly onTogglePalette: () => void;
  readonly onToggleRail: () => void;
}

/** Keys that work everywhere but where something is typed. `?` lists them. */
export function Shortcuts({ isPaletteOpen, onTogglePalette, onToggleRail }: ShortcutsProps) {
  const [isListOpen, setListOpen] = useState(false);
  const navigate = useNavigateTo();
  const href = usePageHref();
  // Before the page is painted: anyone who sees it can use its keys.
  useLayoutEffect(() => {
    const pages = railGroups.flat().map(({ page, letter }) => [`g ${letter}`, () => navigate(href(page))] as const);
    const reader: KeyReader = readKeys(
      new Map([...pages, ['?', () => setListOpen(true)] as const, ['[', onToggleRail] as const]),
    );
    const onKeyDown = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onTogglePalette();
        return;
      }
      if (isPaletteOpen || isTypedInto(event.target) || document.querySelector('[aria-modal="true"]') !== null) return;
      if (reader.take(event, performance.now())) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [navigate, href, isPaletteOpen, onTogglePalette, onToggleRail]);
  return (
    <Modal opened={isListOpen} onClose={() => setListOpen(false)} title="Keyboard shortcuts" size={460}>
      <dl className={styles.list}>
        <Row name="Search" keys={['mod', 'k']} />
        <Row name="Show keyboard shortcuts" keys={['?']} />
        <Row name="Collapse or expand navigation" keys={['[']} />
        <Row name="Close dialog or menu" keys={['escape']} />
        <Row name="Pause or resume live events" keys={['space']} />
        {railGroups.flat().map(({ page, label, letter }) => (
          <Row key={page} name={`Go to ${label}`} keys={['g', letter]} />
        ))}
      </dl>
    </Modal>
  );
}

function Row({ name, keys }: { readonly name: string; readonly keys: readonly string[] }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        <KeyHint keys={keys} />
      </dd>
    </div>
  );
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="textbox"], [role="combobox"]') !== null)
  );
}
