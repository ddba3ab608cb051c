const storageKey = 'lamppost.reloaded-at';
const onceInMs = 60_000;

/**
 * After an upgrade of the server the parts that an open tab has not loaded yet are gone. Loading the document anew
 * brings the new ones; only once, since a part may also be missing for another reason.
 */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - last < onceInMs) return;
    event.preventDefault();
    sessionStorage.setItem(storageKey, String(Date.now()));
    window.location.reload();
  });
}
