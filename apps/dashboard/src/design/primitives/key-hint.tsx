import styles from './key-hint.module.css';

export interface KeyHintProps {
  /** One after the other: `['g', 'f']`, `['mod', 'k']`. `mod` is ⌘ on Apple's keyboards and Ctrl elsewhere. */
  readonly keys: readonly string[];
}

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);

const names: Readonly<Record<string, string>> = {
  enter: '↵',
  escape: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  shift: '⇧',
};

function labelOf(key: string): string {
  if (key === 'mod') return isApple() ? '⌘' : 'Ctrl';
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

export function KeyHint({ keys }: KeyHintProps) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key} className={styles.key}>
          {labelOf(key)}
        </kbd>
      ))}
    </span>
  );
}
