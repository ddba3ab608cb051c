import type { Scenario } from '../harness/scenario.ts';
import { cohorts } from './cohorts.ts';
import { config } from './config.ts';
import { control } from './control.ts';
import { crashes } from './crashes.ts';
import { edges } from './edges.ts';
import { evaluate } from './evaluate.ts';
import { experiments } from './experiments.ts';
import { growth } from './growth.ts';
import { growthCurves } from './growth-curves.ts';
import { ingestGzip, ingestOne, ingestSync, ingestTwenty } from './ingest.ts';
import { latency } from './latency.ts';
import { limits } from './limits.ts';
import { loading } from './loading.ts';
import { pages } from './pages.ts';
import { peers } from './peers.ts';
import { performanceInsights } from './performance.ts';
import { publish } from './publish.ts';
import { queries } from './queries.ts';
import { ingestRefused } from './refused.ts';
import { sdkSize } from './sdk-size.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';
import { streams } from './streams.ts';

export const scenarios: readonly Scenario[] = [
  ingestTwenty,
  ingestOne,
  ingestGzip,
  ingestSync,
  ingestRefused,
  config,
  evaluate,
  streams,
  latency,
  loading,
  queries,
  experiments,
  start,
  sdkSize,
];

/** They run only when they are named: they take long, need servers of others, or have no goal. */
export const longScenarios: readonly Scenario[] = [
  control,
  publish,
  crashes,
  performanceInsights,
  cohorts,
  pages,
  growthCurves,
  peers,
  growth,
  limits,
  soak,
  edges,
];

export const allScenarios: readonly Scenario[] = [...scenarios, ...longScenarios];

/** Those of these names; all of them but those whose servers somebody must start. */
export function scenariosNamed(names: readonly string[]): readonly Scenario[] {
  if (names.includes('all')) return allScenarios.filter((scenario) => scenario !== edges && scenario !== limits);
  const unknown = names.filter((name) => allScenarios.every((scenario) => scenario.name !== name));
  if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}; --help lists them.`);
  return allScenarios.filter(({ name }) => names.includes(name));
}
