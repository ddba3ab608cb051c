import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { CHILDREN_AT_ONCE, flattenJson, type JsonLine, openAtFirst } from './flatten-json.ts';
import styles from './json-tree.module.css';
import { JsonTreeLine } from './json-tree-line.tsx';

export interface JsonTreeProps {
  readonly value: unknown;
  /** How many levels are open at first. */
  readonly openDepth?: number | undefined;
  readonly maxHeight?: number | undefined;
  readonly label?: string | undefined;
}

const LINE_PX = 22;

/** A value as a tree that folds. Only what can be seen is in the document, whatever the size. */
export function JsonTree({ value, openDepth = 2, maxHeight = 480, label = 'Value' }: JsonTreeProps) {
  const [open, setOpen] = useState(() => openAtFirst(value, openDepth));
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [active, setActive] = useState(0);
  const lines = useMemo(() => flattenJson(value, { open, shown }), [value, open, shown]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => LINE_PX,
    overscan: 10,
  });

  const toggle = (line: JsonLine) => {
    if (line.hiddenCount !== undefined) {
      const parent = line.path.slice(0, -2);
      setShown((before) => new Map(before).set(parent, (before.get(parent) ?? CHILDREN_AT_ONCE) + CHILDREN_AT_ONCE));
      return;
    }
    if (line.childCount === 0) return;
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(line.path)) next.add(line.path);
      return next;
    });
  };
  const focusLine = (index: number) => {
    const target = Math.max(0, Math.min(lines.length - 1, index));
    setActive(target);
    virtualizer.scrollToIndex(target);
    requestAnimationFrame(() => scrollRef.current?.querySelector<HTMLElement>(`[data-index="${target}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[active];
    if (line === undefined || !(event.target instanceof HTMLElement) || event.target.role !== 'treeitem') return;
    const move = moveFor(event.key, line, active, lines);
    if (move === undefined) return;
    event.preventDefault();
    if (move === 'toggle') toggle(line);
    else focusLine(move);
  };

  return (
    <div ref={scrollRef} className={styles.scroll} style={{ maxHeight }}>
      <div
        role="tree"
        aria-label={label}
        tabIndex={-1}
        className={styles.tree}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          return (
            <JsonTreeLine
              key={line.path}
              line={line}
              index={item.index}
              start={item.start}
              isReachable={item.index === Math.min(active, lines.length - 1)}
              onToggle={toggle}
              onFocus={setActive}
            />
          );
        })}
      </div>
    </div>
  );
}

function moveFor(
  key: string,
  line: JsonLine,
  index: number,
  lines: readonly JsonLine[],
): number | 'toggle' | undefined {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return lines.length - 1;
    case 'Enter':
    case ' ':
      return 'toggle';
    case 'ArrowRight':
      return line.childCount > 0 && !line.isOpen ? 'toggle' : index + 1;
    case 'ArrowLeft':
      if (line.isOpen) return 'toggle';
      return lines.findLastIndex((other, at) => at < index && other.depth < line.depth);
    default:
      return undefined;
  }
}
