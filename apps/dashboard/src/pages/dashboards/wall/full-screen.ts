import { useEffect, useRef } from 'react';

/** To be called from a click: browsers allow it only there. Where it is refused, the wall still fills the window. */
export function enterFullScreen(): void {
  void document.documentElement.requestFullscreen?.().catch(() => undefined);
}

/** Leaves the full screen with what is shown there, and the other way round: Escape is the browser's own there. */
export function useFullScreenEnd(onEnd: () => void): void {
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    const check = (): void => {
      if (document.fullscreenElement === null) end.current();
    };
    document.addEventListener('fullscreenchange', check);
    return () => {
      document.removeEventListener('fullscreenchange', check);
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    };
  }, []);
}
