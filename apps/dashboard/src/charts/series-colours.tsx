import { createContext, type ReactNode, useContext, useState } from 'react';
import { SeriesRegistry } from './series-registry.ts';

const RegistryContext = createContext<SeriesRegistry | undefined>(undefined);

/** Around a page: a name has the same colour in all its charts. */
export function SeriesColoursProvider({ children }: { readonly children: ReactNode }) {
  const [registry] = useState(() => new SeriesRegistry());
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

export type SeriesColour = (name: string) => string;

/** `seriesColour(name)` as a CSS value, such as `var(--lp-series-1)`. */
export function useSeriesColour(): SeriesColour {
  const [own] = useState(() => new SeriesRegistry());
  const registry = useContext(RegistryContext) ?? own;
  return (name) => `var(--lp-series-${registry.placeOf(name)})`;
}
