import { createContext, type ReactNode, useContext, useState } from 'react';
import { SeriesRegistry } from './series-registry.ts';

const none: readonly string[] = [];
const RegistryContext = createContext<SeriesRegistry | undefined>(undefined);

/** Around a page: a name has the same colour in all its charts. */
export function SeriesColoursProvider({ children }: { readonly children: ReactNode }) {
  const [registry] = useState(() => new SeriesRegistry());
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

export type SeriesColour = (name: string) => string;

/** `seriesColour(name)` as a CSS value, such as `var(--lp-series-1)`. `names` are those of one drawing. */
export function useSeriesColour(names: readonly string[] = none): SeriesColour {
  const [own] = useState(() => new SeriesRegistry());
  const registry = useContext(RegistryContext) ?? own;
  const places = registry.placesOf(names);
  return (name) => `var(--lp-series-${places.get(name) ?? registry.placeOf(name)})`;
}
