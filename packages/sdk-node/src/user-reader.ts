import {
  assignExperiment,
  assignExperiments,
  type EvaluationContext,
  type ExperimentAssignment,
  evaluateFlag,
  evaluateValues,
  identityOf,
  wireAssignment,
} from '@lamppost/evaluator';
import {
  type Core,
  type ExperimentVariant,
  experimentExposure,
  expose,
  type SystemEvent,
  textOf,
} from '@lamppost/sdk-core';
import type { RulesetHolder } from './evaluate-ruleset.ts';
import { eventContext, type Given } from './event-context.ts';
import type { ExposureDeduplicator } from './exposure-deduplicator.ts';
import type { FlagDetails, FlagReason, UserAssignment, UserConfig, UserContext, UserReading } from './node-lamppost.ts';

export interface ReadingDeps {
  readonly core: Core;
  readonly rules: RulesetHolder;
  readonly overrides: Map<string, unknown>;
  readonly sent: ExposureDeduplicator;
  readonly sendsFlags: boolean;
  /** Of the key. */
  readonly environment: string | undefined;
}

const DAY_MS = 86_400_000;

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

const nobody: UserContext = {};

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
  readonly #deps: ReadingDeps;
  readonly #user: UserContext;
  readonly #given: Given | undefined;
  readonly #context: EvaluationContext;

  constructor(deps: ReadingDeps, user?: UserContext | null, given?: Given) {
    this.#deps = deps;
    this.#user = user ?? nobody;
    this.#given = given;
    // Contexts come from requests: whatever they do, the caller is given an answer.
    this.#context = deps.core.guard(contextOf, () => contextOf(nobody, deps.environment))(this.#user, deps.environment);
  }

  flag(key: string, fallback: boolean): boolean;
  flag(key: string, fallback: string): string;
  flag(key: string, fallback: number): number;
  flag<T extends object>(key: string, fallback: T): T;
  flag(key: string, fallback: unknown): unknown {
    const { value, reason } = this.#evaluate(key);
    if (!isUsable(value, fallback)) return fallback;
    this.#exposeFlag(key, value, reason);
    return value;
  }

  details<T>(key: string, fallback: T): FlagDetails<T> {
    const { value, reason, ruleId, bucket, hashInput, error } = this.#evaluate(key);
    const isFallback = !isUsable(value, fallback);
    const isMismatch = isFallback && value !== undefined;
    if (!isFallback) this.#exposeFlag(key, value, reason);
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
      configVersion: this.#deps.rules.compiled.configVersion || null,
    };
  }

  flags(): Record<string, unknown> {
    const { core, rules, overrides } = this.#deps;
    const evaluate = core.guard(evaluateValues, () => ({}));
    return core.guard(
      () => ({ ...evaluate(rules.compiled, this.#context), ...Object.fromEntries(overrides) }),
      () => ({}),
    )();
  }

  experiment(key: string): ExperimentVariant | null {
    const { core, rules, overrides } = this.#deps;
    const read = (): ExperimentVariant | null => {
      if (overrides.has(key)) {
        const { variant, payload = {} } = Object(overrides.get(key));
        return typeof variant === 'string' ? { variant, payload } : null;
      }
      const found = assignExperiment(rules.compiled, key, this.#context);
      if (found === undefined) return null;
      this.#exposeExperiment(key, found);
      return { variant: found.variantKey, payload: found.payload };
    };
    return core.guard(read, () => null)();
  }

  experiments(): Record<string, UserAssignment> {
    return Object.fromEntries([...this.#assignments()].map(([key, assignment]) => [key, asUserAssignment(assignment)]));
  }

  config(): UserConfig {
    const { configVersion } = this.#deps.rules.compiled;
    const rows = [...this.#assignments()].map(([key, assignment]) => [key, wireAssignment(assignment, configVersion)]);
    return { config_version: configVersion, flags: this.flags(), experiments: Object.fromEntries(rows) };
  }

  #evaluate(key: string): Evaluated {
    const { core, rules, overrides } = this.#deps;
    try {
      const override = overrides.size === 0 ? undefined : overrides.get(key);
      if (override !== undefined) return { value: override, reason: 'OVERRIDE' };
      return evaluateFlag(rules.compiled, key, this.#context);
    } catch (error) {
      core.log(error);
      return { value: undefined, reason: 'ERROR', error: textOf(error) };
    }
  }

  #assignments(): Map<string, ExperimentAssignment> {
    const { core, rules } = this.#deps;
    return core.guard(assignExperiments, () => new Map())(rules.compiled, this.#context);
  }

  #identity(): string {
    return identityOf(this.#user.userId, this.#user.deviceId) ?? '';
  }

  /** The value stands, whatever becomes of this. */
  #exposeFlag(key: string, value: unknown, reason: FlagReason): void {
    if (reason === 'OVERRIDE') return;
    const { core, sent, sendsFlags } = this.#deps;
    const event: SystemEvent = '$flag_exposure';
    core.guard(() => {
      const exposed = shown(value);
      if (this.#given) this.#given.flags[key] = exposed;
      const identity = sendsFlags ? this.#identity() : '';
      if (identity) {
        const exposure = { event, properties: { flag_key: key, value: exposed } };
        expose(core, sent, 'flags', `${key}:${identity}`, exposed, exposure, { about: this.#eventContext() });
      } else if (!sendsFlags) {
        // That somebody asks for a flag is sent once a day, of nobody: or it would look as if nobody did.
        const day = Math.floor(core.platform.now() / DAY_MS);
        const exposure = { event, properties: { flag_key: key } };
        expose(core, sent, 'flags', `${key}:`, day, exposure, { about: eventContext(core) });
      }
    })();
  }

  #exposeExperiment(key: string, found: ExperimentAssignment): void {
    const { core, rules, sent } = this.#deps;
    core.guard(() => {
      const { variantKey, experimentId, subjectKind } = found;
      if (this.#given) this.#given.experiments[key] = variantKey;
      const exposure = experimentExposure(key, wireAssignment(found, rules.compiled.configVersion));
      const subject = `${experimentId}:${subjectKind}:${this.#identity()}`;
      if (exposure) expose(core, sent, 'experiments', subject, variantKey, exposure, { about: this.#eventContext() });
    })();
  }

  #eventContext(): object {
    return eventContext(this.#deps.core, this.#user, this.#given);
  }
}
