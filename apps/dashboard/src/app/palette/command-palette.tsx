import { Loader, Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { KeyHint } from '../../design/primitives/key-hint.tsx';
import styles from './command-palette.module.css';
import type { PaletteItem } from './palette-item.ts';
import { rankItems } from './rank-items.ts';
import { useFoundItems } from './use-found-items.ts';
import { usePaletteItems } from './use-palette-items.ts';

export interface CommandPaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Finds pages, actions and things by name. */
export function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useEarlyLetters(isOpen);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} centered={false} yOffset="12vh" size={600}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <PaletteBody typed={typed} onType={setTyped} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** What is typed into the palette. Its field comes a moment after the keys that open it; letters in between are its own. */
function useEarlyLetters(isOpen: boolean) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (!isOpen) return;
    const take = ({ key, target, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent): void => {
      const isEarly = !(target instanceof HTMLInputElement && target.role === 'combobox');
      if (isEarly && key.length === 1 && !ctrlKey && !metaKey && !altKey) setTyped((before) => before + key);
    };
    window.addEventListener('keydown', take, true);
    return () => {
      window.removeEventListener('keydown', take, true);
      setTyped('');
    };
  }, [isOpen]);
  return [typed, setTyped] as const;
}

interface PaletteBodyProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}

function PaletteBody({ typed, onType, onClose }: PaletteBodyProps) {
  const [selected, setSelected] = useState(0);
  const listId = useId();
  const known = rankItems(typed, usePaletteItems());
  const { items: found, isSearching } = useFoundItems(typed, true);
  const items = [...known, ...found];
  const current = Math.min(selected, items.length - 1);
  const choose = (item: PaletteItem | undefined): void => {
    if (item === undefined) return;
    onClose();
    item.run();
  };
  const move = (event: KeyboardEvent): void => {
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Enter') choose(items[current]);
    if (to === undefined || items.length === 0) return;
    event.preventDefault();
    const next = (to + items.length) % items.length;
    setSelected(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={styles.palette}>
      <div className={styles.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <input
          data-autofocus
          role="combobox"
          aria-label="Search pages, actions, flags, experiments, events and people"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={items.length === 0 ? undefined : `${listId}-${current}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search pages, flags, events, people …"
          value={typed}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setSelected(0);
          }}
          onKeyDown={move}
        />
        {isSearching && <Loader size={16} color="gray" aria-label="Searching" />}
      </div>
      <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
        {items.map((item, position) => (
          <PaletteRow
            key={item.id}
            id={`${listId}-${position}`}
            item={item}
            isFirstOfGroup={items[position - 1]?.group !== item.group}
            isSelected={position === current}
            onPoint={() => setSelected(position)}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {items.length === 0 && !isSearching && <p className={styles.nothing}>No results for “{typed.trim()}”</p>}
    </div>
  );
}

interface PaletteRowProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly isFirstOfGroup: boolean;
  readonly isSelected: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function PaletteRow({ id, item, isFirstOfGroup, isSelected, onPoint, onChoose }: PaletteRowProps) {
  return (
    <>
      {isFirstOfGroup && (
        <div className={styles.group} role="presentation">
          {item.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, which moves aria-activedescendant */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the same */}
      <div
        id={id}
        role="option"
        aria-selected={isSelected}
        className={styles.row}
        onMouseMove={isSelected ? undefined : onPoint}
        onClick={onChoose}
      >
        <item.icon size={16} stroke={1.6} aria-hidden="true" />
        <span className={styles.label}>{item.label}</span>
        {item.detail !== undefined && <span className={styles.detail}>{item.detail}</span>}
        {item.keys !== undefined && (
          <span className={styles.keys}>
            <KeyHint keys={item.keys} />
          </span>
        )}
      </div>
    </>
  );
}
