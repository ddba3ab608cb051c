import { useEffect } from 'react';

/** Where nothing moves, a dialog is gone at once and gives the focus back 10 ms later. */
const OTHERS_FIRST_MS = 50;

/**
 * What had the focus may go: a button that did its work, a row that was removed, a dialog whose button is gone. Then the
 * browser begins again at the top of the document; here the heading of the page takes the focus instead.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const onFocus = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : null;
    };
    const isLost = (): boolean => last?.isConnected === false && document.activeElement === document.body;
    const keep = (): void => {
      if (!isLost() || document.querySelector('[aria-modal="true"]') !== null) return;
      last = null;
      document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
    };
    // Anyone who removed it may know a better place.
    const observer = new MutationObserver(() => {
      if (isLost()) setTimeout(keep, OTHERS_FIRST_MS);
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}
