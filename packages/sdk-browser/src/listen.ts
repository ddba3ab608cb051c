import { guard } from './guard.ts';

type PageEvents = WindowEventMap & { readonly visibilitychange: Event; readonly prerenderingchange: Event };

/** Listens to an event of the page before anybody else does. Returns what ends it. */
export function listen<Type extends keyof PageEvents>(
  type: Type,
  listener: (event: PageEvents[Type]) => void,
): () => void {
  const guarded = guard(listener) as (event: Event) => void;
  addEventListener(type, guarded, true);
  return () => removeEventListener(type, guarded, true);
}
