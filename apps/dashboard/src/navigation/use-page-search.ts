import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

export type SearchReader<T> = (raw: Readonly<Record<string, unknown>>) => T;

export interface SearchChange {
  /** True where going back should not undo it, such as letters typed into a filter. */
  readonly isReplaced?: boolean;
}

/**
 * A page's state in the address. `read` turns what stands there, which anybody may have typed, into the page's type;
 * keep it outside of the component. Members that are set to undefined leave the address.
 */
export function usePageSearch<T extends object>(
  read: SearchReader<T>,
): [T, (change: Partial<{ [K in keyof T]: T[K] | undefined }>, how?: SearchChange) => void] {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => read(raw), [read, raw]);
  const change = useCallback(
    (part: object, { isReplaced = false }: SearchChange = {}) => {
      const search = (before: object): object => ({ ...before, ...part });
      void navigate({ to: '.', search: search as never, replace: isReplaced, resetScroll: false });
    },
    [navigate],
  );
  return [state, change];
}

/** One of a closed list, for readers: `oneOf(raw.tab, ['rules', 'history'], 'rules')`. */
export function oneOf<const T extends string>(value: unknown, allowed: readonly T[], otherwise: NoInfer<T>): T {
  return allowed.find((option) => option === value) ?? otherwise;
}

/** A text, for readers. The address keeps what looks like a number as one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
