import type { Bootstrap } from '@lamppost/sdk-core';
import { consoleGuard as guard } from '@lamppost/sdk-core';
import { createElement, type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { createFlagStore } from './create-flag-store.ts';
import type { LamppostClient } from './lamppost-client.ts';
import { LamppostContext } from './lamppost-context.ts';

export interface LamppostProviderProps {
  /** The app makes and closes it. Null or absent on a server, which renders what `bootstrap` says. */
  readonly client?: LamppostClient | null | undefined;
  /** What a server rendered the page with, which the client was given too. The first one counts. */
  readonly bootstrap?: Bootstrap | undefined;
  readonly children?: ReactNode;
}

const createStore = guard(createFlagStore, () => createFlagStore(undefined, undefined));

/** Hands a client to the components below. */
export function LamppostProvider({ client, bootstrap, children }: LamppostProviderProps): ReactElement {
  const [rendered] = useState(() => bootstrap);
  const store = useMemo(() => createStore(client ?? undefined, rendered), [client, rendered]);
  return createElement(LamppostContext.Provider, { value: store }, children);
}
