import type { RegexEngine } from '@lamppost/evaluator';
import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { SchemaFault } from '../../../collect/ingest/screen/event-checks.ts';
import { arrayChecks } from './compile-array-keywords.ts';
import { objectChecks } from './compile-object-keywords.ts';
import { valueChecks } from './compile-value-keywords.ts';
import type { Check, SchemaTools } from './schema-check.ts';
import { SchemaRun, TooManySteps } from './schema-run.ts';

const tooLong: readonly SchemaFault[] = [
  { field: 'properties', message: 'takes too long to check against its schema' },
];

/**
 * Makes a checked JSON Schema (control/schemas/check-json-schema.ts) into a function. Closures and no generated code:
 * the largest schema takes a millisecond, where a compiler of code takes a hundred times that and stalls the edge.
 */
export function compileSchema(schema: JsonObject, regex: RegexEngine): (value: unknown) => readonly SchemaFault[] {
  const check = new SchemaCompiler(schema, regex).compile(schema);
  return (value) => {
    const run = new SchemaRun();
    try {
      check(value, run, true);
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return tooLong;
    }
    return run.faults;
  };
}

class SchemaCompiler {
  readonly #definitions: JsonObject;
  readonly #compiled = new Map<string, Check>();
  readonly #tools: SchemaTools;

  constructor(root: JsonObject, regex: RegexEngine) {
    this.#definitions = isJsonObject(root.$defs) ? root.$defs : {};
    this.#tools = { compile: (schema) => this.compile(schema), regex };
  }

  compile(schema: unknown): Check {
    if (schema === true) return () => true;
    if (!isJsonObject(schema)) return (_, run, isTelling) => isTelling && run.fault('is not allowed');
    const checks = [
      ...(typeof schema.$ref === 'string' ? [this.#definition(schema.$ref)] : []),
      ...valueChecks(schema, this.#tools),
      ...whenOfType((value) => Array.isArray(value), arrayChecks(schema, this.#tools)),
      ...whenOfType(isJsonObject, objectChecks(schema, this.#tools)),
      ...combinations(schema, this.#tools),
    ];
    return (value, run, isTelling) => {
      run.step();
      return all(checks, value, run, isTelling);
    };
  }

  #definition(reference: string): Check {
    const name = reference.slice('#/$defs/'.length);
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const check = this.compile(this.#definitions[name]);
    this.#compiled.set(name, check);
    return check;
  }
}

/** The first fault decides; those who want to hear of faults hear of a few. */
function all(checks: readonly Check[], value: unknown, run: SchemaRun, isTelling: boolean): boolean {
  let fits = true;
  for (const check of checks) {
    if (check(value, run, isTelling)) continue;
    fits = false;
    if (!isTelling || run.isFull) return false;
  }
  return fits;
}

function whenOfType(isOfType: (value: unknown) => boolean, checks: readonly Check[]): Check[] {
  if (checks.length === 0) return [];
  return [(value, run, isTelling) => !isOfType(value) || all(checks, value, run, isTelling)];
}

function combinations(schema: JsonObject, { compile }: SchemaTools): Check[] {
  const checks: Check[] = [];
  const list = (schemas: unknown): Check[] => (Array.isArray(schemas) ? schemas.map(compile) : []);
  const fits = (check: Check, value: unknown, run: SchemaRun) => check(value, run, false);
  const reported = (run: SchemaRun, isTelling: boolean, message: string): false => isTelling && run.fault(message);
  checks.push(...list(schema.allOf));
  if (schema.anyOf !== undefined) {
    const some = list(schema.anyOf);
    checks.push(
      (value, run, isTelling) =>
        some.some((check) => fits(check, value, run)) ||
        reported(run, isTelling, 'must match one of the allowed shapes'),
    );
  }
  if (schema.oneOf !== undefined) {
    const one = list(schema.oneOf);
    checks.push((value, run, isTelling) => {
      const count = one.filter((check) => fits(check, value, run)).length;
      return count === 1 || reported(run, isTelling, 'must match exactly one of the allowed shapes');
    });
  }
  if (schema.not !== undefined) {
    const not = compile(schema.not);
    checks.push(
      (value, run, isTelling) => !fits(not, value, run) || reported(run, isTelling, 'has a shape that is excluded'),
    );
  }
  if (schema.if !== undefined) {
    const [condition, then, otherwise] = [schema.if, schema.then ?? true, schema.else ?? true].map(compile);
    if (condition === undefined || then === undefined || otherwise === undefined) return checks;
    checks.push((value, run, isTelling) => (fits(condition, value, run) ? then : otherwise)(value, run, isTelling));
  }
  return checks;
}
