import type { RegexEngine } from '@lamppost/evaluator';
import type { SchemaRun } from './schema-run.ts';

/** Answers whether a value fits. With a run that wants faults it also says where and why not. */
export type Check = (value: unknown, run: SchemaRun, isTelling: boolean) => boolean;

/** What the keywords of one schema are made with. */
export interface SchemaTools {
  /** Of a schema inside of this one. */
  readonly compile: (schema: unknown) => Check;
  readonly regex: RegexEngine;
}
