import type { CompiledHoldout } from './compile-holdout.ts';
import type { CompiledCondition } from './compiled-condition.ts';
import type { HashPrefix } from './murmur-hash3.ts';
import type { ExperimentDefinition } from './ruleset.ts';
import type { Subject } from './subject.ts';

export interface CompiledVariant {
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface CompiledExperiment {
  readonly id: string;
  readonly key: string;
  readonly unit: ExperimentDefinition['unit'];
  /** Given to the whole audience once the experiment is over. */
  readonly winner: CompiledVariant | undefined;
  /** The variant of a tester; undefined where there are none. */
  readonly forcedFor: ((subject: Subject) => CompiledVariant | undefined) | undefined;
  /** Only those for whom all hold can be in it; empty: everyone. */
  readonly audience: readonly CompiledCondition[];
  readonly holdout: CompiledHoldout | undefined;
  variantFor(identity: HashPrefix): CompiledVariant | undefined;
}
