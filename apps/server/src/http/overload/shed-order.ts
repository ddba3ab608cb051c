import type { IncomingMessage } from 'node:http';
import { type RouteName, routes } from '@lamppost/protocol';
import { pathShape } from '../server/path-shape.ts';

/** Requests that are rejected while the server is overloaded: those of a class only when all classes before it are. */
export const SHED_ORDER = ['performance', 'ingest', 'register', 'crash', 'config'] as const;
export type ShedClass = (typeof SHED_ORDER)[number];

const classes: Partial<Record<RouteName, ShedClass>> = {
  ingestPerformance: 'performance',
  ingest: 'ingest',
  importEvents: 'ingest',
  registerDevice: 'register',
  identifyDevice: 'register',
  reportCrash: 'crash',
  config: 'config',
  evaluateFlags: 'config',
};
const classByRoute = new Map<string, ShedClass>(Object.entries(classes));

/** Undefined: never rejected for overload. */
export const shedClassOf = (routeName: string): ShedClass | undefined => classByRoute.get(routeName);

const shedRoutes = (Object.keys(classes) as RouteName[]).map((name) => ({ name, ...routes[name] }));
const nameByPath = new Map(shedRoutes.map(({ name, method, path }) => [path as string, { name, method }]));
const withParameters = shedRoutes
  .filter(({ path }) => path.includes('/:'))
  .map(({ name, method, path }) => ({ name, method, shape: pathShape(path) }));

/** The route of a request that may be rejected for overload, as clients write its URL. */
export function shedRouteOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): RouteName | undefined {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const found = nameByPath.get(path) ?? withParameters.find(({ shape }) => shape.test(path));
  return found?.method === method ? found?.name : undefined;
}

/**
 * How much of a class is admitted. Pressure counts classes: at 1.3 nothing of the first and seven tenths of the second
 * are admitted, and all of the others.
 */
export const admittedShare = (shedClass: ShedClass, pressure: number): number =>
  Math.min(1, Math.max(0, SHED_ORDER.indexOf(shedClass) + 1 - pressure));

export interface LoadSample {
  /** How late a timer was: everybody who asks waits about this long before anything is done for him. */
  readonly lagMs: number;
  /** Of requests that can be rejected, the most that were admitted and not answered at one time. */
  readonly inFlight: number;
}

/** A shed request is to be answered within 50 ms. */
export const MAX_LAG_MS = 25;
/** Fewer are no overload, however late the timer: a busy machine or one large request makes it late too. */
const BUSY_IN_FLIGHT = 128;
/** More than this is too much even if the thread is idle, for example while a slow disk is waited for. */
const MAX_IN_FLIGHT = 4_000;
const RISE_PER_SECOND = 5;
const FALL_PER_SECOND = 3;
/** One late sample says little about all the time before it. */
const MAX_STEP_MS = 100;
/** To answer config takes no longer than to reject it: it is rejected only to bound memory. */
const MAX_PRESSURE_OF_LAG = SHED_ORDER.indexOf('config');

const isTooMuch = ({ inFlight }: LoadSample): boolean => inFlight > MAX_IN_FLIGHT;

export const isOverloaded = (sample: LoadSample): boolean =>
  isTooMuch(sample) || (sample.inFlight > BUSY_IN_FLIGHT && sample.lagMs > MAX_LAG_MS);

/** Rises during overload and falls otherwise, so that it hovers about the load that can be carried. */
export function nextPressure(pressure: number, elapsedMs: number, sample: LoadSample): number {
  const seconds = Math.min(elapsedMs, MAX_STEP_MS) / 1_000;
  if (!isOverloaded(sample)) return Math.max(0, pressure - FALL_PER_SECOND * seconds);
  const most = isTooMuch(sample) ? SHED_ORDER.length : Math.max(pressure, MAX_PRESSURE_OF_LAG);
  return Math.min(most, pressure + RISE_PER_SECOND * seconds);
}
