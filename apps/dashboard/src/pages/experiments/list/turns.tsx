import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

interface Turns {
  /** The one that may ask now. */
  readonly current: string | undefined;
  readonly join: (id: string) => void;
  readonly leave: (id: string) => void;
}

const TurnsContext = createContext<Turns>({ current: undefined, join: () => undefined, leave: () => undefined });

/** Lets what is below ask one after the other: a list of heavy queries must not ask all of them at once. */
export function TurnsProvider({ children }: { readonly children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [join, leave] = useMemo(
    () => [
      (id: string) => setWaiting((before) => (before.includes(id) ? before : [...before, id])),
      (id: string) => setWaiting((before) => before.filter((other) => other !== id)),
    ],
    [],
  );
  const turns = useMemo(() => ({ current: waiting[0], join, leave }), [waiting, join, leave]);
  return <TurnsContext value={turns}>{children}</TurnsContext>;
}

/** True from one's turn on. Whoever wants one waits until all before have what they wanted, or want it no more. */
export function useTurn(id: string, wantsOne: boolean, isDone: boolean): boolean {
  const { current, join, leave } = useContext(TurnsContext);
  useEffect(() => {
    if (!wantsOne || isDone) return undefined;
    join(id);
    return () => leave(id);
  }, [id, wantsOne, isDone, join, leave]);
  return isDone || current === id;
}
