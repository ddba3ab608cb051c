import { type CompiledRuleset, compileRuleset, RULESET_VERSION, type Ruleset } from '@lamppost/evaluator';
import type { Core, CreatePlugin, Guard } from '@lamppost/sdk-core';
import { eventContext } from './event-context.ts';
import { linearRegex } from './linear-regex.ts';
import type { RulesetState } from './node-lamppost.ts';

/** The ruleset in force. */
export interface RulesetHolder {
  compiled: CompiledRuleset;
  readonly listeners: Set<(changedFlags: readonly string[]) => void>;
  readonly state: RulesetState;
  readonly stateListeners: Set<(state: RulesetState) => void>;
  /** The stream says something. */
  onStreamText(): void;
  /** There is no stream any more: unless it comes back soon, the server is asked. */
  onStreamEnd(core: Core): void;
  /** Compiles rulesets as they come into force. */
  readonly plugin: CreatePlugin;
}

type Document = Ruleset & { readonly etag?: string; readonly server_time?: string };

/** What a server asks for, instead of the configuration of a device: at most what this code can evaluate. */
export const RULESET_PATH = `/v1/ruleset?ruleset_version=${RULESET_VERSION}`;
export const RULESET_STREAM_PATH = `/v1/ruleset/stream?ruleset_version=${RULESET_VERSION}`;

/** A server that restarts is back by then. */
const STREAM_BACK_MS = 10_000;

const empty: Ruleset = { flags: [], experiments: [], groups: {}, config_version: '' };

const isRuleset = (value: unknown): value is Document => {
  const { flags, experiments, config_version } = Object(value) as Partial<Document>;
  return Array.isArray(flags) && Array.isArray(experiments) && typeof config_version === 'string';
};

/** Flags whose definition is not what it was; all of them when groups are not. */
function changedFlags(before: Ruleset, after: Ruleset): string[] {
  const textsOf = ({ flags, groups }: Ruleset): Map<string, string> =>
    new Map(flags.map((flag) => [flag.key, JSON.stringify([flag, flag.rules?.length ? groups : null])]));
  const [old, now] = [textsOf(before), textsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
}

/** Groups count where testers are named by them. */
function experimentsOf({ experiments, groups }: Ruleset): string {
  const hasTesters = experiments.some((experiment) => Object(experiment).overrides?.length > 0);
  return JSON.stringify([experiments, hasTesters ? groups : null]);
}

/** Takes rulesets as they come, from the server, a file or storage, and keeps the last good one. */
export function holdRuleset(guard: Guard): RulesetHolder {
  const listeners: RulesetHolder['listeners'] = new Set();
  const stateListeners: RulesetHolder['stateListeners'] = new Set();
  let inForce: Document = empty;
  let before: Document = empty;
  let state: RulesetState = 'waiting';
  let hasStream = false;

  const become = (next: RulesetState): void => {
    if (state === next) return;
    state = next;
    for (const listener of stateListeners) guard(listener)(next);
  };

  const holder: RulesetHolder = {
    compiled: compileRuleset(empty),
    listeners,
    stateListeners,
    get state() {
      return state;
    },
    onStreamText() {
      hasStream = true;
      if (state === 'stale') become('current');
    },
    onStreamEnd(core) {
      hasStream = false;
      core.platform.later(STREAM_BACK_MS * (0.5 + core.platform.random()), () => {
        if (!hasStream) core.refresh();
      });
    },
    plugin: (core) => ({
      onLaunch() {
        // A session that never begins, and to which nothing is given.
        Object.assign(core.state, { activeAt: 0, flags: {}, experiments: {} });
        core.store('state', JSON.stringify(core.state));
      },
      readConfig(snapshot, isNews) {
        if (!isRuleset(snapshot)) return undefined;
        // A file or a stored one may be of a newer version than this code: it would decide some of it wrongly.
        const { ruleset_version: version = 1 } = snapshot;
        if (version > RULESET_VERSION) {
          core.log(`ruleset: version ${version} is newer than ${RULESET_VERSION}, which this SDK evaluates`);
          return undefined;
        }
        // Of a bootstrap file and what is stored the newer one counts; of the server's answers the last.
        if (!isNews && !(Number(snapshot.config_version) >= Number(inForce.config_version))) return undefined;
        const { server_time: _, ...ruleset } = snapshot;
        try {
          holder.compiled = compileRuleset(ruleset, { regex: linearRegex });
        } catch (error) {
          core.log(`ruleset: ${error}`);
          return undefined;
        }
        for (const { kind, key, message } of holder.compiled.problems.slice(0, 3))
          core.log(`${kind} ${key}: ${message}`);
        before = inForce;
        inForce = ruleset;
        return ruleset;
      },
      onConfig() {
        const changed = changedFlags(before, inForce);
        if (changed.length === 0 && experimentsOf(before) === experimentsOf(inForce)) return;
        for (const listener of listeners) guard(listener)(changed);
      },
      onResponse({ result, requestPath }) {
        if (requestPath !== RULESET_PATH) return;
        if (result === 'stop') become('refused');
        // When the ruleset is in force, which it is after this.
        else if (result === 'delivered') core.platform.later(0, () => become('current'));
        else if (inForce !== empty) become('stale');
      },
      methods: {
        // What the client itself sends belongs to nobody.
        track: (event: string, properties?: object) =>
          core.enqueue('events', { event, properties }, { about: eventContext(core) }),
      },
    }),
  };
  return holder;
}
