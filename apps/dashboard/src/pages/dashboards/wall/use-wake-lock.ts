import { useEffect } from 'react';

/** Keeps the screen on while this is shown, where the browser allows it. It is taken away with every change of the tab. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        const given = await navigator.wakeLock?.request('screen');
        if (isOver) await given?.release();
        else lock = given;
      } catch {
        // Refused, as with a low battery: the screen goes dark as it always does.
      }
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
