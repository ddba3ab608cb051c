import { type RefObject, useLayoutEffect, useState } from 'react';
import { wallZoom } from './wall-zoom.ts';

/** The title and the line below it. */
const HEADER_PX = 120;
/** So long each part of a dashboard that is higher than the screen is shown. */
const PART_MS = 15_000;

/** Makes what is in the element as large as the screen allows, and moves on through what is higher than that. */
export function useWallFit(ref: RefObject<HTMLElement | null>): number {
  const [zoom, setZoom] = useState(1);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const fit = (): void => {
      const screen = { width: window.innerWidth, height: window.innerHeight - HEADER_PX };
      setZoom(wallZoom(screen, element.offsetHeight));
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    window.addEventListener('resize', fit);
    const timer = setInterval(() => scrollOn(element.closest<HTMLElement>('[role="dialog"]')), PART_MS);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', fit);
      clearInterval(timer);
    };
  }, [ref]);
  return zoom;
}

function scrollOn(dialog: HTMLElement | null): void {
  if (dialog === null) return;
  const { scrollTop, scrollHeight, clientHeight } = dialog;
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = isAtEnd ? 0 : scrollTop + clientHeight * 0.8;
  dialog.scrollTo({ top, behavior: isStill ? 'instant' : 'smooth' });
}
