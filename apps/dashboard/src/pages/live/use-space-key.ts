import { useEffect, useRef } from 'react';

const usesSpace =
  'input, textarea, select, button, a, summary, [contenteditable], [role="treeitem"], [role="textbox"], [role="combobox"]';

/** Space, wherever it does nothing else. */
export function useSpaceKey(onSpace: () => void): void {
  const latest = useRef(onSpace);
  latest.current = onSpace;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(usesSpace) !== null) return;
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
