import {
  assignExperiment,
  assignExperiments,
  bucketingVersion,
  type EvaluationContext,
  type ExperimentAssignment,
  evaluateFlag,
  evaluateValues,
  identityOf,
} from '@lamppost/evaluator';
import type { Core, ExperimentVariant } from '@lamppost/sdk-core';
import type { RulesetHolder } from './evaluate-ruleset.ts';
import { eventContext, type Given } from './event-context.ts';
import type { FlagDetails, FlagReason, UserAssignment, UserConfig, UserContext, UserReading } from './node-lamppost.ts';
import type { ToldExposures } from './told-exposures.ts';

export interface ReadingParts {
  readonly core: Core;
  readonly rules: RulesetHolder;
  readonly overrides: Map<string, unknown>;
  readonly told: ToldExposures;
  readonly tellsFlags: boolean;
  /** Of the key. */
  readonly environment: string | undefined;
}

const dayMs = 86_400_000;

/** Enough to tell values apart, and not so much that an event becomes too large. */
const shown = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value).slice(0, 200) : value);

const asUserAssignment = ({
  variantKey,
  experimentId,
  payload,
  subjectKind,
  countsExposure,
}: ExperimentAssignment) => ({
  experimentId,
  variant: variantKey,
  payload,
  subjectKind,
  countsExposure,
});

/** Member by member: an object of one shape is made in a fraction of the time that a copy takes. */
const contextOf = (user: UserContext, environment: string | undefined): EvaluationContext => ({
  userId: user.userId,
  deviceId: user.deviceId,
  anonymousId: user.anonymousId,
  platform: user.platform,
  country: user.country,
  locale: user.locale,
  timezone: user.timezone,
  appVersion: user.appVersion,
  buildNumber: user.buildNumber,
  osName: user.osName,
  osVersion: user.osVersion,
  deviceModel: user.deviceModel,
  environment: user.environment ?? environment,
  groups: user.groups,
  attributes: user.attributes ?? {},
});

interface Evaluated {
  readonly value: unknown;
  readonly reason: FlagReason;
  readonly ruleId?: string;
  readonly bucket?: number;
  readonly hashInput?: string;
  readonly error?: string;
}

const isUsable = (value: unknown, fallback: unknown): boolean =>
  value !== null && value !== undefined && typeof value === typeof fallback;

/** Evaluates for one user. What is `given` along with it is what the user's events carry. */
export class UserReader implements UserReading {
  readonly #parts: ReadingParts;
  readonly #user: UserContext;
  readonly #given: Given | undefined;
  readonly #context: EvaluationContext;

  constructor(parts: ReadingParts, user: UserContext = {}, given?: Given) {
    this.#parts = parts;
    this.#user = user;
    this.#given = given;
    this.#context = contextOf(user, parts.environment);
  }

  flag(key: string, fallback: boolean): boolean;
  flag(key: string, fallback: string): string;
  flag(key: string, fallback: number): number;
  flag<T extends object>(key: string, fallback: T): T;
  flag(key: string, fallback: unknown): unknown {
    const { value, reason } = this.#evaluate(key);
    if (!isUsable(value, fallback)) return fallback;
    this.#tellRead(key, value, reason);
    return value;
  }

  details<T>(key: string, fallback: T): FlagDetails<T> {
    const { value, reason, ruleId, bucket, hashInput, error } = this.#evaluate(key);
    const isFallback = !isUsable(value, fallback);
    const isMismatch = isFallback && value !== undefined;
    if (!isFallback) this.#tellRead(key, value, reason);
    const why = isMismatch
      ? `the flag is a ${value === null ? 'null' : typeof value}, not a ${typeof fallback}`
      : error;
    return {
      value: isFallback ? fallback : (value as T),
      reason: isMismatch ? 'ERROR' : reason,
      isFallback,
      ...(ruleId !== undefined && { ruleId }),
      ...(bucket !== undefined && { bucket }),
      ...(hashInput !== undefined && { hashInput }),
      ...(why !== undefined && { error: why }),
      configVersion: this.#parts.rules.compiled.configVersion || null,
    };
  }

  flags(): Record<string, unknown> {
    const { rules, overrides } = this.#parts;
    return this.#safely(
      () => ({ ...evaluateValues(rules.compiled, this.#context), ...Object.fromEntries(overrides) }),
      () => Object.fromEntries(overrides),
    );
  }

  experiment(key: string): ExperimentVariant | null {
    const { rules, overrides, told } = this.#parts;
    if (overrides.has(key)) {
      const { variant, payload = {} } = Object(overrides.get(key));
      return typeof variant === 'string' ? { variant, payload } : null;
    }
    const found = this.#safely(
      () => assignExperiment(rules.compiled, key, this.#context),
      () => undefined,
    );
    if (found === undefined) return null;
    const { variantKey, payload, experimentId, subjectKind, countsExposure } = found;
    if (this.#given) this.#given.experiments[key] = variantKey;
    if (countsExposure && told.isNews(`${subjectKind}:${this.#identity()}`, 'experiment', experimentId, variantKey)) {
      this.#tell('$experiment_exposure', {
        experiment_key: key,
        variant_key: variantKey,
        experiment_id: experimentId,
        subject_kind: subjectKind,
        bucketing_version: bucketingVersion,
        assignment_revision: rules.compiled.configVersion,
      });
    }
    return { variant: variantKey, payload };
  }

  experiments(): Record<string, UserAssignment> {
    return Object.fromEntries([...this.#assignments()].map(([key, assignment]) => [key, asUserAssignment(assignment)]));
  }

  config(): UserConfig {
    const { configVersion } = this.#parts.rules.compiled;
    const rows = [...this.#assignments()].map(([key, { variantKey, payload, experimentId, subjectKind }]) => [
      key,
      {
        variant_key: variantKey,
        payload,
        experiment_id: experimentId,
        subject_kind: subjectKind,
        bucketing_version: bucketingVersion,
        assignment_revision: configVersion,
      },
    ]);
    return { config_version: configVersion, flags: this.flags(), experiments: Object.fromEntries(rows) };
  }

  #evaluate(key: string): Evaluated {
    const { rules, overrides } = this.#parts;
    const override = overrides.size === 0 ? undefined : overrides.get(key);
    if (override !== undefined) return { value: override, reason: 'OVERRIDE' };
    return this.#safely<Evaluated>(
      () => evaluateFlag(rules.compiled, key, this.#context),
      (error) => ({ value: undefined, reason: 'ERROR', error: `${error}` }),
    );
  }

  #assignments(): Map<string, ExperimentAssignment> {
    return this.#safely(
      () => assignExperiments(this.#parts.rules.compiled, this.#context),
      () => new Map(),
    );
  }

  /** Contexts come from requests: whatever they do, the caller is given an answer. */
  #safely<T>(task: () => T, otherwise: (error: unknown) => T): T {
    try {
      return task();
    } catch (error) {
      this.#parts.core.note(`evaluation: ${error}`);
      return otherwise(error);
    }
  }

  #identity(): string {
    return identityOf(this.#user.userId, this.#user.deviceId) ?? '';
  }

  #tellRead(key: string, value: unknown, reason: FlagReason): void {
    if (reason === 'OVERRIDE') return;
    const { core, told, tellsFlags } = this.#parts;
    if (this.#given) this.#given.flags[key] = shown(value);
    if (tellsFlags) {
      const identity = this.#identity();
      if (identity === '' || !told.isNews(identity, 'flag', key, shown(value))) return;
      this.#tell('$flag_exposure', { flag_key: key, value: shown(value) });
      return;
    }
    // That somebody asks for a flag is told once a day, of nobody: or it would look as if nobody did.
    if (!told.isNews('', 'flag', key, Math.floor(core.platform.now() / dayMs)) || !core.lanes.e) return;
    core.enter(core.lanes.e, { event: '$flag_exposure', properties: { flag_key: key } }, eventContext(core));
  }

  #tell(event: string, properties: object): void {
    const { core } = this.#parts;
    if (core.lanes.e) core.enter(core.lanes.e, { event, properties }, eventContext(core, this.#user, this.#given));
  }
}
