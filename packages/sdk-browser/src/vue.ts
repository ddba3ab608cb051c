import type { ExperimentVariant, LamppostCore, Observation } from '@lamppost/sdk-core';
import { type App, type InjectionKey, inject, onScopeDispose, readonly, type ShallowRef, shallowRef } from 'vue';

/** As much of a client as components need; that of `@lamppost/browser` has it. */
export type LamppostClient = LamppostCore & Observation;

const KEY: InjectionKey<LamppostClient> = Symbol('lamppost');

/** For `app.use`: hands the client to all components. */
export const lamppostPlugin = (client: LamppostClient): { install(app: App): void } => ({
  install: (app) => {
    app.provide(KEY, client);
  },
});

/** The client of the app; undefined where none was provided. */
export const useLamppost = (): LamppostClient | undefined => inject(KEY, undefined);

/** Follows what a client says, for as long as the component lives. */
function follow<T>(read: (client: LamppostClient | undefined) => T): Readonly<ShallowRef<T>> {
  const client = useLamppost();
  const value = shallowRef(read(client));
  const off = client?.onChange(() => {
    value.value = read(client);
  });
  if (off) onScopeDispose(off);
  return readonly(value) as Readonly<ShallowRef<T>>;
}

/** The value of a flag, and of each change of it; the fallback when there is none of the fallback's type. Sends the exposure. */
export function useFlag(key: string, fallback: boolean): Readonly<ShallowRef<boolean>>;
export function useFlag(key: string, fallback: string): Readonly<ShallowRef<string>>;
export function useFlag(key: string, fallback: number): Readonly<ShallowRef<number>>;
export function useFlag<T extends object>(key: string, fallback: T): Readonly<ShallowRef<T>>;
export function useFlag<T>(key: string, fallback: T): Readonly<ShallowRef<T>> {
  return follow((client) => (client?.flag(key, fallback as object) ?? fallback) as T);
}

/** The variant of an experiment, null when this device or user is not in it. Sends the exposure. */
export const useExperiment = (key: string): Readonly<ShallowRef<ExperimentVariant | null>> =>
  follow((client) => client?.experiment(key) ?? null);
