import { IconArrowsUpDown, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import textStyles from '../primitives/text.module.css';
import { type DiffLine, diffJson } from './diff-json.ts';
import styles from './diff-view.module.css';
import { valueWords } from './value-words.ts';

export interface DiffViewProps {
  /** null: the thing did not exist. */
  readonly before: unknown;
  /** null: the thing is gone. */
  readonly after: unknown;
  /** Members that nobody reads: `updated_at`. */
  readonly ignore?: readonly string[] | undefined;
  readonly sameWords?: string | undefined;
}

const icons = { added: IconPlus, removed: IconMinus, changed: IconPencil, moved: IconArrowsUpDown };
const verbs = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Order changed' };

/** Before and after as lines that can be read, not as two documents to be compared. */
export function DiffView({ before, after, ignore = [], sameWords = 'No changes' }: DiffViewProps) {
  const lines = diffJson(before ?? {}, after ?? {}).filter((line) => !ignore.includes(line.path[0] ?? ''));
  return <DiffLines lines={lines} sameWords={sameWords} />;
}

export interface DiffLinesProps {
  readonly lines: readonly DiffLine[];
  readonly sameWords?: string | undefined;
}

/** The same for a thing that knows better words for its changes than the names of its members. */
export function DiffLines({ lines, sameWords = 'No changes' }: DiffLinesProps) {
  if (lines.length === 0) return <p className={textStyles.note}>{sameWords}</p>;
  return (
    <ul className={styles.list}>
      {lines.map((line) => (
        <DiffRow key={`${line.kind} ${line.path.join('/')}`} line={line} />
      ))}
    </ul>
  );
}

function DiffRow({ line }: { readonly line: DiffLine }) {
  const Icon = icons[line.kind];
  return (
    <li className={styles.line} data-kind={line.kind}>
      <Icon size={14} className={styles.icon} aria-label={verbs[line.kind]} role="img" />
      <div className={styles.words}>
        <span className={styles.path}>{line.path.length === 0 ? 'value' : line.path.join(' › ')}</span>
        {'before' in line && <del className={styles.before}>{textOf(line.before)}</del>}
        {'before' in line && 'after' in line && <span className={textStyles.faint}>→</span>}
        {'after' in line && <ins className={styles.after}>{textOf(line.after)}</ins>}
      </div>
    </li>
  );
}

const LONGEST = 2000;

function textOf(value: unknown): string {
  const text = valueWords(value);
  if (text === '') return 'empty string';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length.toLocaleString('en')} characters)` : text;
}
