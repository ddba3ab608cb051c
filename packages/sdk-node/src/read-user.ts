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
import type { Core } from '@lamppost/sdk-core';
import type { RulesetHolder } from './evaluate-ruleset.ts';
import { eventContext, type Given } from './event-context.ts';
import type { FlagDetails, UserAssignment, UserConfig, UserContext, UserReading } from './node-lamppost.ts';
import type { ToldExposures } from './told-exposures.ts';

export interface ReadingParts {
  readonly core: Core;
  readonly rules: RulesetHolder;
  readonly overrides: Map<string, unknown>;
  readonly told: ToldExposures;
  readonly tellsFlags: boolean;
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

/** Evaluates for one user. What is `given` along with it is what the user's events carry. */
export function readUser(parts: ReadingParts, user: UserContext = {}, given?: Given): UserReading {
  const { core, rules, overrides, told } = parts;
  const environment = `${core.options.key}`.split('_')[2];
  const context: EvaluationContext = {
    ...user,
    environment: user.environment ?? environment,
    attributes: user.attributes ?? {},
  };
  const identity = (): string => identityOf(user.userId, user.deviceId) ?? '';

  /** Contexts come from requests: whatever they do, the caller is given an answer. */
  const safely = <T>(task: () => T, otherwise: (error: unknown) => T): T => {
    try {
      return task();
    } catch (error) {
      core.note(`evaluation: ${error}`);
      return otherwise(error);
    }
  };
  const tell = (event: string, properties: object): void => {
    if (core.lanes.e) core.enter(core.lanes.e, { event, properties }, eventContext(core, user, given));
  };

  /** That somebody asks for a flag is told once a day, of nobody: or it would look as if nobody did. */
  const tellUse = (key: string): void => {
    const day = Math.floor(core.platform.now() / dayMs);
    if (!core.lanes.e || !told.isNews('', 'flag', key, day)) return;
    core.enter(core.lanes.e, { event: '$flag_exposure', properties: { flag_key: key } }, eventContext(core));
  };

  const detailsOf = <T>(key: string, fallback: T): FlagDetails<T> => {
    const configVersion = rules.compiled.configVersion || null;
    const override = overrides.get(key);
    const evaluation =
      override === undefined
        ? evaluateFlag(rules.compiled, key, context)
        : { value: override, reason: 'OVERRIDE' as const };
    const { value, ...why } = evaluation;
    const isUsable = value !== null && value !== undefined && typeof value === typeof fallback;
    if (isUsable) return { ...why, value: value as T, isFallback: false, configVersion };
    if (value === undefined) return { ...why, value: fallback, isFallback: true, configVersion };
    const error = `the flag is a ${value === null ? 'null' : typeof value}, not a ${typeof fallback}`;
    return { ...why, value: fallback, reason: 'ERROR', error, isFallback: true, configVersion };
  };

  const details = <T>(key: string, fallback: T): FlagDetails<T> => {
    const found = safely(
      () => detailsOf(key, fallback),
      (error): FlagDetails<T> => ({
        value: fallback,
        reason: 'ERROR',
        isFallback: true,
        error: `${error}`,
        configVersion: null,
      }),
    );
    if (!found.isFallback && found.reason !== 'OVERRIDE') {
      const value = shown(found.value);
      if (given) given.flags[key] = value;
      if (!parts.tellsFlags) tellUse(key);
      else if (identity() && told.isNews(identity(), 'flag', key, value)) {
        tell('$flag_exposure', { flag_key: key, value });
      }
    }
    return found;
  };

  const assignments = (): Map<string, ExperimentAssignment> =>
    safely(
      () => assignExperiments(rules.compiled, context),
      () => new Map(),
    );

  return {
    details,
    flag: <T>(key: string, fallback: T): T => details(key, fallback).value,
    flags: () =>
      safely(
        () => ({ ...evaluateValues(rules.compiled, context), ...Object.fromEntries(overrides) }),
        () => Object.fromEntries(overrides),
      ),
    experiment(key) {
      if (overrides.has(key)) {
        const { variant, payload = {} } = Object(overrides.get(key));
        return typeof variant === 'string' ? { variant, payload } : null;
      }
      const found = safely(
        () => assignExperiment(rules.compiled, key, context),
        () => undefined,
      );
      if (found === undefined) return null;
      const { variantKey, payload, experimentId, subjectKind, countsExposure } = found;
      if (given) given.experiments[key] = variantKey;
      if (countsExposure && told.isNews(`${subjectKind}:${identity()}`, 'experiment', experimentId, variantKey)) {
        tell('$experiment_exposure', {
          experiment_key: key,
          variant_key: variantKey,
          experiment_id: experimentId,
          subject_kind: subjectKind,
          bucketing_version: bucketingVersion,
          assignment_revision: rules.compiled.configVersion,
        });
      }
      return { variant: variantKey, payload };
    },
    experiments: (): Record<string, UserAssignment> =>
      Object.fromEntries([...assignments()].map(([key, assignment]) => [key, asUserAssignment(assignment)])),
    config(): UserConfig {
      const { configVersion } = rules.compiled;
      const rows = [...assignments()].map(([key, { variantKey, payload, experimentId, subjectKind }]) => [
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
    },
  };
}
