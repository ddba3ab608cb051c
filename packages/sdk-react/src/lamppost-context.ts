import { createContext } from 'react';
import type { FlagStore } from './flag-store.ts';

/** Undefined: there is no provider above. */
export const LamppostContext = createContext<FlagStore | undefined>(undefined);
