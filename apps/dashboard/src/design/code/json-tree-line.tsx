import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronRight, IconCopy } from '@tabler/icons-react';
import { toasts } from '../feedback/toasts.tsx';
import { copyText } from '../inputs/copy-text.ts';
import { CHILDREN_AT_ONCE, type JsonLine, previewOf } from './flatten-json.ts';
import styles from './json-tree.module.css';

export interface JsonTreeLineProps {
  readonly line: JsonLine;
  readonly index: number;
  readonly start: number;
  readonly isReachable: boolean;
  readonly onToggle: (line: JsonLine) => void;
  readonly onFocus: (index: number) => void;
}

/** A longer text is cut; copying takes all of it. */
const MAX_TEXT_LENGTH = 400;
const INDENT_PX = 14;
/** Deeper lines do not move further to the right, or they would leave the screen. */
const DEEPEST_INDENT = 24;

export function JsonTreeLine({ line, index, start, isReachable, onToggle, onFocus }: JsonTreeLineProps) {
  const isFoldable = line.childCount > 0 && line.hiddenCount === undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to the keys of all its lines
    <div
      role="treeitem"
      aria-level={line.depth + 1}
      aria-expanded={isFoldable ? line.isOpen : undefined}
      tabIndex={isReachable ? 0 : -1}
      data-index={index}
      className={styles.line}
      style={{ transform: `translateY(${start}px)`, paddingLeft: 4 + Math.min(line.depth, DEEPEST_INDENT) * INDENT_PX }}
      onFocus={() => onFocus(index)}
      onClick={() => onToggle(line)}
    >
      <span className={styles.fold} data-open={line.isOpen || undefined} aria-hidden>
        {isFoldable && <IconChevronRight size={12} />}
      </span>
      {line.name !== undefined && <span className={styles.name}>{line.name}</span>}
      {line.name !== undefined && <span className={styles.colon}>:</span>}
      <JsonLineValue line={line} />
      {line.hiddenCount === undefined && <CopyMenu line={line} />}
    </div>
  );
}

function JsonLineValue({ line }: { readonly line: JsonLine }) {
  if (line.hiddenCount !== undefined) {
    return (
      <span className={styles.more}>
        Show {Math.min(CHILDREN_AT_ONCE, line.hiddenCount)} of {line.hiddenCount.toLocaleString('en')} more
      </span>
    );
  }
  if (line.kind === 'object' || line.kind === 'array') {
    return <span className={styles.preview}>{line.isOpen ? openSign(line) : previewOf(line)}</span>;
  }
  if (line.kind !== 'string') return <span className={styles[line.kind]}>{String(line.value)}</span>;
  const text = String(line.value);
  const isCut = text.length > MAX_TEXT_LENGTH;
  return (
    <span className={styles.string}>
      <bdi>{JSON.stringify(isCut ? text.slice(0, MAX_TEXT_LENGTH) : text)}</bdi>
      {isCut && <span className={styles.more}> … {text.length.toLocaleString('en')} characters</span>}
    </span>
  );
}

const openSign = (line: JsonLine): string =>
  line.kind === 'array' ? `[ ${line.childCount.toLocaleString('en')} ]` : `{ ${line.childCount.toLocaleString('en')} }`;

function CopyMenu({ line }: { readonly line: JsonLine }) {
  const copy = (text: string, what: string) =>
    copyText(text).then(
      () => toasts.success({ title: `${what} copied` }),
      () =>
        toasts.error({
          title: `Couldn't copy the ${what.toLowerCase()}`,
          message: 'The browser blocked clipboard access.',
        }),
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={styles.copy ?? ''}
          variant="subtle"
          color="gray"
          size={18}
          tabIndex={-1}
          aria-label="Copy path or value"
          onClick={(event) => event.stopPropagation()}
        >
          <IconCopy size={12} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item onClick={() => copy(textOf(line.value), 'Value')}>Copy value</Menu.Item>
        <Menu.Item onClick={() => copy(line.path, 'Path')}>Copy path</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
