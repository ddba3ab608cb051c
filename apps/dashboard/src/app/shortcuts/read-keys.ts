export interface PressedKey {
  readonly key: string;
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly repeat?: boolean;
}

export interface KeyReader {
  /** True when the key belonged to a shortcut. */
  take(pressed: PressedKey, nowMs: number): boolean;
}

/** How long the second key of two may take. */
const togetherMs = 1_200;

/** Shortcuts by their keys: `'?'`, `'g f'`. Keys with a modifier belong to the browser. */
export function readKeys(shortcuts: ReadonlyMap<string, () => void>): KeyReader {
  let first: { readonly key: string; readonly atMs: number } | undefined;
  const begins = new Set([...shortcuts.keys()].filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0]));
  return {
    take({ key, metaKey, ctrlKey, altKey, repeat = false }, nowMs) {
      if (metaKey || ctrlKey || altKey || repeat) {
        first = undefined;
        return false;
      }
      const isSecond = first !== undefined && nowMs - first.atMs <= togetherMs;
      const run = shortcuts.get(isSecond ? `${first?.key} ${key}` : key);
      first = undefined;
      if (run !== undefined) {
        run();
        return true;
      }
      if (isSecond || !begins.has(key)) return false;
      first = { key, atMs: nowMs };
      return true;
    },
  };
}
