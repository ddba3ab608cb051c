import { guard } from './guard.ts';

type PageEvents = WindowEventMap & { readonly visibilitychange: Event; readonly prerenderingchange: Event };

/** Listens to an event of the page before anybody else does. Returns what ends it. */
export function listen<Type extends keyof PageEvents>(
  type: Type,
  listener: (event: PageEvents[Type]) => void,
): () => void {
  const heard = guard(listener) as (event: Event) => void;
  addEventListener(type, heard, true);
  return () => removeEventListener(type, heard, true);
}
