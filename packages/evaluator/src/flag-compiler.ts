import type { GroupMembers } from './compile-condition.ts';
import { type CompiledFlag, compileFlag } from './compile-flag.ts';
import { ConditionPool } from './condition-pool.ts';
import type { RegexEngine } from './regex-engine.ts';
import type { FlagDefinition } from './ruleset.ts';

const MAX_REMEMBERED_PATTERNS = 1_000;

export interface FlagCompilerOptions {
  /** Looked at during each evaluation: who joins or leaves needs no new compilation. */
  readonly groups: GroupMembers;
  /** The same of cohorts; those that are not served are not in it. */
  readonly cohorts: GroupMembers;
  /** Without one, flags with a regex condition are in error. */
  readonly regex: RegexEngine | undefined;
}

/**
 * Compiles the flags of one ruleset, each when it changes. Flags that were not released share the conditions they have
 * in common, so they must be evaluated with at least `conditionCount` verdicts.
 */
export class FlagCompiler {
  /** What conditions are compiled with; patterns that were compiled before are remembered. */
  readonly options: FlagCompilerOptions;
  readonly #pool = new ConditionPool();

  constructor({ groups, cohorts, regex }: FlagCompilerOptions) {
    this.options = { groups, cohorts, regex: regex && rememberPatterns(regex) };
  }

  get conditionCount(): number {
    return this.#pool.size;
  }

  compile(definition: FlagDefinition): CompiledFlag {
    return compileFlag(definition, { ...this.options, pool: this.#pool });
  }

  /** For a flag that is not served any more. */
  release({ rules }: CompiledFlag): void {
    for (const { conditions } of rules) for (const condition of conditions) this.#pool.release(condition);
  }
}

/** The same pattern in many rules is compiled once. */
function rememberPatterns(engine: RegexEngine): RegexEngine {
  const known = new Map<string, ReturnType<RegexEngine>>();
  return (pattern) => {
    const found = known.get(pattern) ?? engine(pattern);
    if (known.size >= MAX_REMEMBERED_PATTERNS) known.clear();
    known.set(pattern, found);
    return found;
  };
}
