import { beforeAll, describe, expect, test } from 'vitest';
import {
  demoExperiments,
  greetingControl,
  greetingExperiment,
  homeSaveExperiment,
  homeSaveTreatment,
  videoExperiment,
  videoTreatment,
} from './demo-experiments.ts';
import { demoStream } from './demo-stream.ts';
import { DAY_MS } from './units.ts';

/** What `npm start -- --demo` fills a project with. */
const options = { events: 80_000, days: 60, seed: 1, untilMs: Date.parse('2026-11-15T18:00:00.000Z') };

interface SentEvent {
  readonly event?: string;
  readonly timestamp: string;
  readonly properties: { readonly experiment_key?: string; readonly variant_key?: string };
  readonly context: { readonly device: { readonly id: string }; readonly session: { readonly id: string } };
}
interface Seen {
  readonly variant: string;
  readonly atMs: number;
}

/** By experiment, then by device: the first exposure. */
const exposed = new Map<string, Map<string, Seen>>();
const events: SentEvent[] = [];
const crashedSessions = new Set<string>();

beforeAll(() => {
  for (const item of demoStream(options)) {
    if (item.kind === 'crash') crashedSessions.add(JSON.parse(item.body).session_id);
    if (item.kind !== 'events' || item.isResent) continue;
    for (const event of JSON.parse(item.body).batch as SentEvent[]) {
      if (Number.isNaN(Date.parse(event.timestamp)) || typeof event.properties !== 'object') continue;
      events.push(event);
      if (event.event === '$experiment_exposure') expose(event);
    }
  }
});

function expose({ properties, context, timestamp }: SentEvent): void {
  const devices = exposed.get(properties.experiment_key ?? '') ?? new Map<string, Seen>();
  exposed.set(properties.experiment_key ?? '', devices);
  if (devices.has(context.device.id)) return;
  devices.set(context.device.id, { variant: properties.variant_key ?? '', atMs: Date.parse(timestamp) });
}

const unitsOf = (key: string, variant: string): string[] =>
  [...(exposed.get(key) ?? [])].filter(([, seen]) => seen.variant === variant).map(([device]) => device);

/** Standard errors between two shares; a verdict of the sequential engine needs about 3.5. */
function distance(a: { of: number; did: number }, b: { of: number; did: number }): number {
  const [shareA, shareB] = [a.did / a.of, b.did / b.of];
  return (shareB - shareA) / Math.sqrt((shareA * (1 - shareA)) / a.of + (shareB * (1 - shareB)) / b.of);
}

describe('in the demo as it is started', () => {
  test('the exposures of every experiment lie after its start, and none is of a draft', () => {
    for (const { key, startsDaysBeforeEnd, fate } of demoExperiments) {
      const startMs = options.untilMs - startsDaysBeforeEnd * DAY_MS;
      const times = [...(exposed.get(key)?.values() ?? [])].map(({ atMs }) => atMs);
      expect(times.length > 0).toBe(fate.kind !== 'draft');
      // Some devices have a clock that is behind.
      const early = times.filter((atMs) => atMs < startMs).length;
      expect(early).toBeLessThanOrEqual(times.length * 0.02);
    }
  });

  test('the save button on the home screen is a clear win', () => {
    const devices = exposed.get(homeSaveExperiment) ?? new Map<string, Seen>();
    const saved = new Set<string>();
    for (const { event, context, timestamp } of events) {
      const seen = devices.get(context.device.id);
      if (event === 'recipe_saved' && seen !== undefined && Date.parse(timestamp) >= seen.atMs)
        saved.add(context.device.id);
    }
    const of = (variant: string) => {
      const units = unitsOf(homeSaveExperiment, variant);
      return { of: units.length, did: units.filter((unit) => saved.has(unit)).length };
    };
    expect(distance(of('control'), of(homeSaveTreatment))).toBeGreaterThan(5);
  });

  test('videos that start by themselves do harm that the guardrail sees', () => {
    const devices = exposed.get(videoExperiment) ?? new Map<string, Seen>();
    const sessions = new Map<string, Set<string>>();
    for (const { context, timestamp } of events) {
      const seen = devices.get(context.device.id);
      if (seen === undefined || Date.parse(timestamp) < seen.atMs) continue;
      sessions.set(seen.variant, (sessions.get(seen.variant) ?? new Set()).add(context.session.id));
    }
    const of = (variant: string) => {
      const all = [...(sessions.get(variant) ?? [])];
      return { of: all.length, did: all.filter((session) => crashedSessions.has(session)).length };
    };
    expect(distance(of('control'), of(videoTreatment))).toBeGreaterThan(4.5);
  });

  test('the split of the greeting is broken, that of the save button is not', () => {
    const offBy = (key: string, control: string, treatment: string): number => {
      const [a, b] = [unitsOf(key, control).length, unitsOf(key, treatment).length];
      return (a - b) / Math.sqrt(a + b);
    };
    expect(offBy(greetingExperiment, greetingControl, 'recipe_of_the_day')).toBeGreaterThan(6);
    expect(Math.abs(offBy(homeSaveExperiment, 'control', homeSaveTreatment))).toBeLessThan(3.5);
  });
});
