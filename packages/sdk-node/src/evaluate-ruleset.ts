import { type CompiledRuleset, compileRuleset, type Ruleset } from '@lamppost/evaluator';
import { type ConfigSnapshot, type Core, hearReplies, type Part } from '@lamppost/sdk-core';
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
  /** A part of the client: it asks for the ruleset instead of a device's configuration. */
  readonly part: Part;
}

type Document = Ruleset & { readonly etag?: string; readonly server_time?: string };

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

const experimentsOf = ({ experiments }: Ruleset): string => JSON.stringify(experiments);

/** Takes rulesets as they come, from the server, a file or storage, and keeps the last good one. */
export function holdRuleset(): RulesetHolder {
  const listeners: RulesetHolder['listeners'] = new Set();
  const stateListeners: RulesetHolder['stateListeners'] = new Set();
  let inForce: Document = empty;
  let state: RulesetState = 'waiting';
  let hasStream = false;

  let become: (next: RulesetState) => void = () => {};

  const apply = (core: Core, snapshot: unknown, isNews?: boolean): void => {
    if (!isRuleset(snapshot)) return;
    // Of a bootstrap file and what is stored the newer one counts; of the server's answers the last.
    if (!isNews && !(Number(snapshot.config_version) >= Number(inForce.config_version))) return;
    const { server_time: _, ...ruleset } = snapshot;
    const before = inForce;
    try {
      holder.compiled = compileRuleset(ruleset, { regex: linearRegex });
    } catch (error) {
      core.log(`ruleset: ${error}`);
      return;
    }
    for (const { kind, key, message } of holder.compiled.problems.slice(0, 3)) core.log(`${kind} ${key}: ${message}`);
    inForce = ruleset;
    core.config = ruleset as unknown as ConfigSnapshot;
    if (isNews) core.store('config', JSON.stringify(ruleset));
    const changed = changedFlags(before, ruleset);
    if (changed.length === 0 && experimentsOf(before) === experimentsOf(ruleset)) return;
    for (const listener of listeners) core.guard(listener)(changed);
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
    part: (core) => {
      become = (next) => {
        if (state === next) return;
        state = next;
        for (const listener of stateListeners) core.guard(listener)(next);
      };
      const { transport } = core;
      core.transport = (path, ...rest) => transport(path === '/v1/config' ? '/v1/ruleset' : path, ...rest);
      hearReplies(core, ({ result }, path) => {
        if (path !== '/v1/config') return;
        if (result === 'stop') become('refused');
        // When the ruleset is in force, which it is after this.
        else if (result === 'delivered') core.platform.later(0, () => become('current'));
        else if (inForce !== empty) become('stale');
      });
      core.apply = (snapshot, isNews) => apply(core, snapshot, isNews);
      // A server is no device: it is not registered, and has no session.
      core.start = () => {
        // No event begins one, however long ago the last one was.
        Object.assign(core.state, { activeAt: 0, flags: {}, experiments: {} });
        store('state', JSON.stringify(core.state));
        return core.refresh();
      };
      const { store } = core;
      core.store = (name, text) => {
        if (name !== 'state') store(name, text);
      };
      // What the client itself tells of belongs to nobody.
      return {
        track: (event: string, properties?: object) => {
          if (core.lanes.e) core.enqueue(core.lanes.e, { event, properties }, eventContext(core));
        },
      };
    },
  };
  return holder;
}
