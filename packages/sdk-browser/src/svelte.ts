import type { ExperimentVariant, LamppostCore, Observation } from '@lamppost/sdk-core';

/** As much of a client as stores need; that of `@lamppost/browser` has it. */
export type LamppostClient = LamppostCore & Observation;

/** A store as Svelte reads them, with a dollar before its name in a component. */
export interface FlagStore<T> {
  subscribe(this: void, run: (value: T) => void): () => void;
}

const storeOf = <T>(client: LamppostClient, read: () => T): FlagStore<T> => ({
  subscribe(run) {
    run(read());
    return client.onChange(() => run(read())) ?? (() => {});
  },
});

/** The value of a flag, and of each change of it; the fallback when there is none of the fallback's type. Sends the exposure. */
export function flagStore(client: LamppostClient, key: string, fallback: boolean): FlagStore<boolean>;
export function flagStore(client: LamppostClient, key: string, fallback: string): FlagStore<string>;
export function flagStore(client: LamppostClient, key: string, fallback: number): FlagStore<number>;
export function flagStore<T extends object>(client: LamppostClient, key: string, fallback: T): FlagStore<T>;
export function flagStore<T>(client: LamppostClient, key: string, fallback: T): FlagStore<T> {
  return storeOf(client, () => client.flag(key, fallback as object) as T);
}

/** The variant of an experiment, null when this device or user is not in it. Sends the exposure. */
export const experimentStore = (client: LamppostClient, key: string): FlagStore<ExperimentVariant | null> =>
  storeOf(client, () => client.experiment(key));
