import { aboutOf, GENERATED } from '../about.ts';
import type { CodegenModel, EventModel, ExperimentModel, FlagModel } from '../model.ts';
import { writeSignatures } from '../signature.ts';
import { propertyName, quote, writeType } from './write-type.ts';

/** A module with the types of flags, experiments and events, and a wrapper that holds a client to them. */
export function writeTypescript(model: CodegenModel, { react = false }: { react?: boolean | undefined } = {}): string {
  return `${[
    `// ${GENERATED}`,
    ...(react ? [REACT_IMPORT] : []),
    writeFlags(model.flags),
    writeExperiments(model.experiments),
    writeEvents(model.events),
    WRAPPER,
    ...(react ? [REACT_HOOKS] : []),
    writeSignatures(model),
  ].join('\n\n')}\n`;
}

function writeFlags(flags: readonly FlagModel[]): string {
  const members = flags.flatMap((flag) => [
    ...comment(aboutOf(flag), flag.isDeprecated),
    `  readonly ${propertyName(flag.key)}: ${writeType(flag.shape, 1)};`,
  ]);
  const defaults = flags.map(({ key, defaultValue }) => `  ${propertyName(key)}: ${JSON.stringify(defaultValue)},`);
  return [
    block('/** Flags by key, with the types of their values. */', 'export interface Flags', members),
    'export type FlagKey = keyof Flags;',
    block('/** Values of flags until the server sends others. */', 'export const flagDefaults: Flags =', defaults, ';'),
  ].join('\n\n');
}

function writeExperiments(experiments: readonly ExperimentModel[]): string {
  const members = experiments.flatMap((experiment) => [
    ...comment(aboutOf(experiment), false),
    `  readonly ${propertyName(experiment.key)}:`,
    ...experiment.variants.map(
      ({ key, payload }, index) =>
        `    | { readonly variant: ${quote(key)}; readonly payload: ${writeType(payload, 2)} }${index === experiment.variants.length - 1 ? ';' : ''}`,
    ),
  ]);
  return [
    block('/** Experiments by key, with their variants and payloads. */', 'export interface Experiments', members),
    'export type ExperimentKey = keyof Experiments;',
  ].join('\n\n');
}

function writeEvents(events: readonly EventModel[]): string {
  const members = events.flatMap((event) => [
    ...comment(aboutOf({ name: event.description ?? '', description: null }), event.isDeprecated),
    `  readonly ${propertyName(event.name)}: ${writeType(event.properties, 1)};`,
  ]);
  return [
    block('/** Events by name, with their properties. */', 'export interface Events', members),
    'export type EventName = keyof Events;',
  ].join('\n\n');
}

function block(about: string, head: string, members: readonly string[], end = ''): string {
  return members.length === 0 ? `${about}\n${head} {}${end}` : `${about}\n${head} {\n${members.join('\n')}\n}${end}`;
}

function comment(text: string, isDeprecated: boolean): string[] {
  if (isDeprecated) return [`  /** ${text}${text === '' ? '' : ' '}@deprecated */`];
  return text === '' ? [] : [`  /** ${text} */`];
}

const REACT_IMPORT = `import {
  useExperiment as useAnyExperiment,
  useFlag as useAnyFlag,
  useTrack as useAnyTrack,
} from ${quote('@lamppost/react')};`;

const WRAPPER = `/** The properties of an event: required if one of them is. */
export type PropertiesOf<N extends EventName> =
  Record<never, never> extends Events[N] ? [properties?: Events[N]] : [properties: Events[N]];

/** The required part of a client: that of @lamppost/browser or @lamppost/react-native, or a user of @lamppost/node. */
export interface LamppostClient {
  track(name: string, properties?: Readonly<Record<string, unknown>>): void;
  flag(key: string, fallback: boolean): boolean;
  flag(key: string, fallback: string): string;
  flag(key: string, fallback: number): number;
  flag<T extends object>(key: string, fallback: T): T;
  experiment(key: string): { readonly variant: string; readonly payload: Readonly<Record<string, unknown>> } | null;
}

export interface TypedLamppost<C extends LamppostClient> {
  /** Everything else. */
  readonly client: C;
  /** The value; the default of the flag when there is none and no fallback is given. */
  flag<K extends FlagKey>(key: K, fallback?: Flags[K]): Flags[K];
  /** The variant and its payload; null if not assigned. */
  experiment<K extends ExperimentKey>(key: K): Experiments[K] | null;
  track<N extends EventName>(name: N, ...properties: PropertiesOf<N>): void;
}

/** Restricts a client to the flags, experiments and events of the project. */
export function typedLamppost<C extends LamppostClient>(client: C): TypedLamppost<C> {
  return {
    client,
    flag<K extends FlagKey>(key: K, fallback: Flags[K] = flagDefaults[key]): Flags[K] {
      return client.flag(key, fallback as unknown as object) as unknown as Flags[K];
    },
    experiment<K extends ExperimentKey>(key: K): Experiments[K] | null {
      return client.experiment(key) as unknown as Experiments[K] | null;
    },
    track<N extends EventName>(name: N, ...[properties]: PropertiesOf<N>): void {
      client.track(name, properties as unknown as Readonly<Record<string, unknown>> | undefined);
    },
  };
}`;

const REACT_HOOKS = `/** The value of a flag; re-renders when it changes. */
export function useFlag<K extends FlagKey>(key: K, fallback: Flags[K] = flagDefaults[key]): Flags[K] {
  return useAnyFlag(key, fallback as unknown as object) as unknown as Flags[K];
}

/** The variant and its payload; null if not assigned. Re-renders when it changes. */
export function useExperiment<K extends ExperimentKey>(key: K): Experiments[K] | null {
  return useAnyExperiment(key) as unknown as Experiments[K] | null;
}

/** A function that tracks an event: always the same one. */
export function useTrack(): <N extends EventName>(name: N, ...properties: PropertiesOf<N>) => void {
  return useAnyTrack() as unknown as <N extends EventName>(name: N, ...properties: PropertiesOf<N>) => void;
}`;
