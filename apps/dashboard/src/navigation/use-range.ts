import { useCallback, useMemo } from 'react';
import { readRange, type TimeRange, writeRange } from './time-range.ts';
import { usePageSearch } from './use-page-search.ts';

const readBoth = (raw: Readonly<Record<string, unknown>>): { text: string } => ({
  text: JSON.stringify(readRange(raw)),
});

/** The range of the address, which all pages share. It is the same object until it changes. */
export function useRange(): [TimeRange, (range: TimeRange) => void] {
  const [{ text }, change] = usePageSearch(readBoth);
  const range = useMemo(() => JSON.parse(text) as TimeRange, [text]);
  const setRange = useCallback((next: TimeRange) => change(writeRange(next) as never), [change]);
  return [range, setRange];
}
