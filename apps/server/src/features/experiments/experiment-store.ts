import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Condition } from '../../edge/targeting-rules.ts';
import type { GuardrailEvidence } from '../guardrails/guardrail-evidence.ts';
import type { BucketRange } from '../layers/bucket-ranges.ts';

export type ExperimentStatus = 'draft' | 'running' | 'paused' | 'completed' | 'archived';
export type ExperimentUnit = 'auto' | 'device' | 'user';
export type MetricType = 'conversion' | 'count' | 'sum' | 'average' | 'p50' | 'p95' | 'p99' | 'ratio';
export type MetricDirection = 'increase' | 'decrease';

export interface Variant {
  readonly key: string;
  readonly name: string;
  readonly isControl: boolean;
  /** Percent. */
  readonly weight: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Metric {
  readonly eventName: string;
  readonly metricType: MetricType;
  /** Which property is added up, averaged or ranked; null for conversion and count, and for a ratio of counts. */
  readonly aggregationField: string | null;
  readonly isPrimary: boolean;
  readonly isGuardrail: boolean;
  readonly name: string | null;
  /** Which way is good. */
  readonly direction: MetricDirection;
  /** Events count for so long after the exposure; null: until now. */
  readonly conversionWindowHours: number | null;
  /** Of a ratio of events. */
  readonly denominatorEvent: string | null;
  /** Null: events are counted. */
  readonly denominatorField: string | null;
  /** Relative harm that is tolerated, of a guardrail. */
  readonly margin: number;
}

/** How an experiment is judged. */
export interface Analysis {
  readonly engine: 'sequential' | 'fixed' | 'bayesian';
  readonly confidenceLevel: number;
  readonly correction: 'holm' | 'benjamini_hochberg' | 'none';
  /** Of each variant before any verdict. */
  readonly minUnits: number;
  /** 0: no variance is taken away. */
  readonly covariateDays: number;
  /** Null: nothing is capped. */
  readonly capQuantile: number | null;
  readonly plannedDays: number | null;
  /** What a guardrail does that is breached. */
  readonly guardrailAction: 'none' | 'pause';
}

/** Testers: users, and the users of groups, who get a variant whatever the buckets say. */
export interface Override {
  readonly variantKey: string;
  readonly userIds: readonly string[];
  readonly groupKeys: readonly string[];
}

/** A guardrail metric that a variant made worse. */
export interface ExperimentBreach extends GuardrailEvidence {
  readonly eventName: string;
  readonly metricType: MetricType;
  readonly variantKey: string;
  readonly atMs: number;
}

export interface Experiment {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly hypothesis: string | null;
  readonly unit: ExperimentUnit;
  readonly trafficPct: number;
  readonly variants: readonly Variant[];
  readonly metrics: readonly Metric[];
  readonly analysis: Analysis;
  readonly status: ExperimentStatus;
  /** Key of a variant. */
  readonly winner: string | null;
  /** Who can be in it, and gets its winner: all conditions must hold. Empty: everyone. */
  readonly audience: readonly Condition[];
  /** The first that names somebody counts. */
  readonly overrides: readonly Override[];
  readonly layer: { readonly id: string; readonly key: string } | null;
  /** Its buckets of the layer, while it runs or is paused. */
  readonly ranges: readonly BucketRange[] | null;
  /** What its guardrails found. */
  readonly breaches: readonly ExperimentBreach[];
  /** When it first ran. */
  readonly startedAtMs: number | null;
  readonly completedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Absent: false and {}. */
export type NewVariant = Pick<Variant, 'key' | 'name' | 'weight'> & Partial<Pick<Variant, 'isControl' | 'payload'>>;
/** Absent: null, false, false, and which way is good by the kind of metric. */
export type NewMetric = Pick<Metric, 'eventName' | 'metricType'> & Partial<Omit<Metric, 'eventName' | 'metricType'>>;

/** Absent: none. */
export type NewOverride = Pick<Override, 'variantKey'> & Partial<Pick<Override, 'userIds' | 'groupKeys'>>;

export interface NewExperiment {
  readonly projectId: string;
  /** Id or slug. */
  readonly environment: string;
  readonly key: string;
  readonly name: string;
  readonly description?: string | null;
  readonly hypothesis?: string | null;
  /** Absent: auto. */
  readonly unit?: ExperimentUnit;
  /** Absent: 10. */
  readonly trafficPct?: number;
  readonly variants: readonly NewVariant[];
  readonly metrics: readonly NewMetric[];
  /** Absent, also in part: the defaults. */
  readonly analysis?: Partial<Analysis>;
  /** Absent: everyone. */
  readonly audience?: readonly Condition[];
  /** Key or id; null or absent: none. */
  readonly layer?: string | null;
  readonly overrides?: readonly NewOverride[];
}

/** Absent: kept. `key` and `environment` (id or slug) may only be sent as they are. */
export type ExperimentPatch = Partial<Omit<NewExperiment, 'projectId' | 'overrides'>>;

export interface CompletedExperiment extends Experiment {
  /** The flag that was set in the same step. */
  readonly shipped: ShippedFlag | null;
}

export interface ExperimentOutcome {
  /** Key of a variant. */
  readonly winner?: string | null;
  /** Id or key; its rollout in the environment of the experiment becomes 100 percent of the value. */
  readonly flag?: { readonly key: string; readonly value: unknown } | null;
}

export interface ShippedFlag {
  readonly flagId: string;
  readonly flagKey: string;
  readonly environmentId: string;
  readonly percentage: number;
  readonly value: unknown;
  /** Rules that come before the rollout, and stay. */
  readonly enabledRules: number;
  /** A kill comes before everything, and stays. */
  readonly isKilled: boolean;
}

export interface PeriodChange {
  readonly startedAtMs?: number;
  readonly completedAtMs?: number;
}

export interface ExperimentFilter {
  readonly projectId: string;
  readonly environmentId?: string;
  readonly status?: ExperimentStatus;
  /** Part of the key or the name, without regard to case. */
  readonly search?: string;
}

/**
 * Experiments, each in one environment.
 *
 * Promises:
 * - a key is unique in its project (Taken 'EXPERIMENT_KEY_EXISTS') and never changes, nor does the environment;
 * - 2 to 10 variants with keys of their own and one control (Unacceptable, reason 'INVALID_VARIANTS') whose weights sum
 *   to 100 ('INVALID_WEIGHTS'); a primary metric at least ('MISSING_PRIMARY_METRIC'); an environment of the project
 *   ('INVALID_ENVIRONMENT');
 * - only a draft can be edited (WrongState 'EXPERIMENT_NOT_DRAFT'), so that what ran is what is analysed; how it is
 *   judged can be changed until it is archived ('EXPERIMENT_ARCHIVED'), and the change log says so;
 * - start: draft → running; pause: running → paused; resume: paused → running; complete: running or paused → completed;
 *   archive: any but running → archived. Anything else is WrongState: 'EXPERIMENT_NOT_DRAFT', 'EXPERIMENT_NOT_RUNNING',
 *   'EXPERIMENT_NOT_PAUSED', 'EXPERIMENT_NOT_STARTED' (complete of a draft), 'EXPERIMENT_RUNNING' and 'EXPERIMENT_ARCHIVED' (archive);
 * - an experiment may be in a layer: one that is there (Unacceptable 'layer') and not archived (WrongState
 *   'LAYER_ARCHIVED'), whose other experiments that are not over have its unit ('LAYER_UNIT_MISMATCH'). Start takes
 *   traffic_pct of the layer that no other experiment of the environment holds ('LAYER_FULL'); pause keeps it,
 *   complete and archive give it back;
 * - setTraffic of one that runs or is paused keeps everyone in who can stay: more let others in beside them
 *   ('EXPERIMENT_NOT_STARTED', 'EXPERIMENT_NOT_RUNNING', 'LAYER_FULL');
 * - an audience has conditions as a rule of a flag has them (Unacceptable, naming the place); setAudience changes it
 *   until the experiment is archived ('EXPERIMENT_ARCHIVED'), and the change log says so;
 * - overrides name variants of the experiment (Unacceptable, reason 'UNKNOWN_VARIANT') and can be set until it is
 *   archived ('EXPERIMENT_ARCHIVED'); they are kept when variants are edited only as long as their variants are there;
 * - complete sets the flag in the same transaction: a flag that is not there or is archived, and a value of another
 *   type, is Unacceptable ('flag.key', 'flag.value') and nothing changes;
 * - an experiment that the project does not have: undefined, and nothing changes;
 * - every change moves the version of its environment.
 */
export interface ExperimentStore {
  create(experiment: NewExperiment, actor: Actor): Promise<Experiment>;
  list(filter: ExperimentFilter, page: PageRequest): Promise<Page<Experiment>>;
  find(projectId: string, idOrKey: string): Promise<Experiment | undefined>;
  update(projectId: string, idOrKey: string, patch: ExperimentPatch, actor: Actor): Promise<Experiment | undefined>;
  /** What is left out is kept. */
  changeAnalysis(
    projectId: string,
    idOrKey: string,
    analysis: Partial<Analysis>,
    actor: Actor,
  ): Promise<Experiment | undefined>;
  /** Of a draft or an archived one WrongState; what is left out is kept. */
  changePeriod(projectId: string, idOrKey: string, period: PeriodChange, actor: Actor): Promise<Experiment | undefined>;
  start(projectId: string, idOrKey: string, actor: Actor): Promise<Experiment | undefined>;
  pause(projectId: string, idOrKey: string, actor: Actor): Promise<Experiment | undefined>;
  resume(projectId: string, idOrKey: string, actor: Actor): Promise<Experiment | undefined>;
  /** The winner, a variant's key, is then given to its whole audience; without one nobody is assigned any more. */
  complete(
    projectId: string,
    idOrKey: string,
    outcome: ExperimentOutcome,
    actor: Actor,
  ): Promise<CompletedExperiment | undefined>;
  archive(projectId: string, idOrKey: string, actor: Actor): Promise<Experiment | undefined>;
  setOverrides(
    projectId: string,
    idOrKey: string,
    overrides: readonly NewOverride[],
    actor: Actor,
  ): Promise<Experiment | undefined>;
  setAudience(
    projectId: string,
    idOrKey: string,
    audience: readonly Condition[],
    actor: Actor,
  ): Promise<Experiment | undefined>;
  setTraffic(projectId: string, idOrKey: string, trafficPct: number, actor: Actor): Promise<Experiment | undefined>;
  /** Running ones of all projects whose guardrails pause them. */
  watched(): Promise<readonly Experiment[]>;
  /** Records what a guardrail found and pauses, together and once for each metric and variant. True: this call did. */
  recordBreach(projectId: string, id: string, breach: ExperimentBreach, actor: Actor): Promise<boolean>;
}
