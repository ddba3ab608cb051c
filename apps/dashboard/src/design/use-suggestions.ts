import { useEffect, useState } from 'react';
import type { Suggest, Suggestion } from './suggest-picker.tsx';

const ASK_AFTER_MS = 150;
const none: readonly Suggestion[] = [];

/** The newest answer wins: a slow answer to an older text is cancelled and never shown. */
export function useSuggestions(suggest: Suggest, text: string, isOpen: boolean) {
  const [suggestions, setSuggestions] = useState(none);
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const abort = new AbortController();
    const ask = async () => {
      setIsLoading(true);
      setHasFailed(false);
      try {
        const found = await suggest(text, abort.signal);
        if (!abort.signal.aborted) setSuggestions(found);
      } catch {
        if (abort.signal.aborted) return;
        setSuggestions(none);
        setHasFailed(true);
      }
      if (!abort.signal.aborted) setIsLoading(false);
    };
    const timer = setTimeout(ask, text === '' ? 0 : ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [suggest, text, isOpen]);
  return { suggestions, isLoading, hasFailed };
}
