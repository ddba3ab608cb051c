import { useEffect, useState } from 'react';
import type { Suggest, Suggestion } from './suggestion.ts';

const ASK_AFTER_MS = 150;
const none: readonly Suggestion[] = [];

const isAbout = ({ value, label = '' }: Suggestion, text: string): boolean =>
  `${value}\n${label}`.toLowerCase().includes(text.trim().toLowerCase());

/** The newest answer wins: a slow answer to an older text is cancelled and never shown. */
export function useSuggestions(suggest: Suggest, text: string, isOpen: boolean) {
  const [found, setFound] = useState({ text: '', suggestions: none });
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const abort = new AbortController();
    const ask = async () => {
      setIsLoading(true);
      setHasFailed(false);
      try {
        const suggestions = await suggest(text, abort.signal);
        if (!abort.signal.aborted) setFound({ text, suggestions });
      } catch {
        if (abort.signal.aborted) return;
        setFound({ text, suggestions: none });
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
  // Until the answer to this text is there, nothing may be taken that is not about it.
  const suggestions =
    found.text === text ? found.suggestions : found.suggestions.filter((suggestion) => isAbout(suggestion, text));
  return { suggestions, isLoading, hasFailed, isSettled: found.text === text };
}
