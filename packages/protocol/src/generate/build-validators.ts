import { Ajv, type Options } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { type Route, routes } from '../routes.ts';
import type { SchemaName } from '../schemas/index.ts';
import { shareShapes } from './share-shapes.ts';

/** Bodies that have screening of their own, event by event, instead of one verdict on the whole. */
const screenedByHand = new Set<SchemaName>(['IngestBody', 'ImportBody', 'CrashReport', 'PerformanceBody']);

/** JSON inside of a parameter of a query. */
const insideQueries: readonly SchemaName[] = ['PeopleFilters'];

function namesOf(part: 'body' | 'query'): SchemaName[] {
  const names = (Object.values(routes) as Route[]).map((route) => route[part]).filter((name) => name !== undefined);
  return [...new Set(names)].filter((name) => !screenedByHand.has(name)).sort();
}

function compile(names: readonly SchemaName[], options: Options): string {
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: true },
    allErrors: true,
    // Lengths count UTF-16 units; AJV calls that option deprecated because JSON Schema counts code points.
    unicode: false,
    strict: true,
    allowUnionTypes: true,
    discriminator: true,
    inlineRefs: false,
    logger: false,
    ...options,
  });
  const shared = new Map<string, object>();
  for (const name of names) shareShapes(name, shared);
  for (const [name, schema] of shared) ajv.addSchema(schema, name);
  const generate = standalone as unknown as (ajv: Ajv, exports: Record<string, string>) => string;
  const code = generate(ajv, Object.fromEntries(names.map((name) => [name, name])));
  if (/\brequire\(/.test(code))
    throw new Error('A validator needs run-time code of AJV; express its schema without it');
  return withBoundedLoops(withSharedPush(code));
}

/** AJV writes out eight lines for each fault that can be found, which are half of the text. */
const pushed =
  /const (err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;/g;
const joined = /vErrors = vErrors === null \? (validate\d+)\.errors : vErrors\.concat\(\1\.errors\);/g;

const HELPERS = `const withFault = (faults, fault) => faults === null ? [fault] : (faults.push(fault), faults);
const withFaults = (faults, more) => faults === null ? more : (faults.push(...more), faults);
`;

/** More than anyone reads; a body can have a hundred thousand items, and a fault in each. */
const MAX_FAULTS_PER_LOOP = 100;
const overItems = /for\(let (i\d+)=0; \1<(len\d+); \1\+\+\)\{/g;
const overKeys = /for\(const (key\d+) in (data\d*)\)\{/g;

/**
 * What a list or an object is checked for ends after so many faults in it. They are counted from where its loop begins:
 * one that did not begin because of faults found earlier would find its own items good, and an `anyOf` with them.
 */
function withBoundedLoops(code: string): string {
  const bounded = code
    .replaceAll(
      overItems,
      (_, at, length) =>
        `for(let ${at}=0, ${at}End=errors+${MAX_FAULTS_PER_LOOP}; ${at}<${length} && errors<${at}End; ${at}++){`,
    )
    .replaceAll(
      overKeys,
      (_, key, of) =>
        `const ${key}End = errors+${MAX_FAULTS_PER_LOOP};\nfor(const ${key} in ${of}){\nif(errors>=${key}End) break;`,
    );
  const loops = (bounded.match(/\bfor\(|\bwhile\(/g) ?? []).length;
  if (loops !== (bounded.match(/\b(?:i|key)\d+End ?= ?errors/g) ?? []).length)
    throw new Error('A validator has a loop of another kind; bound the faults that it finds');
  return bounded;
}

function withSharedPush(code: string): string {
  const short = code
    .replaceAll(pushed, 'vErrors = withFault(vErrors, $2);\nerrors++;')
    .replaceAll(joined, 'vErrors = withFaults(vErrors, $1.errors);');
  if (short.includes('.concat(')) throw new Error('A validator copies all faults for each one; join them in place');
  return HELPERS + short;
}

const declarations = (names: readonly SchemaName[]): string =>
  [
    "import type { Wire } from './schemas/index.js';",
    "import type { Validator } from './validator.js';",
    ...names.map((name) => `export declare const ${name}: Validator<Wire['${name}']>;`),
    '',
  ].join('\n');

/** File name to content. Validators are plain functions, so that neither AJV nor TypeBox is loaded when the server starts. */
export function buildValidators(): Record<string, string> {
  const bodies = [...namesOf('body'), ...insideQueries].sort();
  const queries = namesOf('query');
  return {
    'body-validators.js': compile(bodies, {}),
    'body-validators.d.ts': declarations(bodies),
    'query-validators.js': compile(queries, { coerceTypes: true }),
    'query-validators.d.ts': declarations(queries),
  };
}
