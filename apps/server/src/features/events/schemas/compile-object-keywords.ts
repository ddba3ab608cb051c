import type { JsonObject } from '@lamppost/protocol';
import type { Check, SchemaTools } from './schema-check.ts';

/** Keywords about objects. The checks are asked about objects only. */
export function objectChecks(schema: JsonObject, tools: SchemaTools): Check[] {
  return [
    ...sizeChecks(schema),
    ...requiredChecks(schema),
    ...dependentChecks(schema, tools),
    ...memberChecks(schema, tools),
  ];
}

const membersOf = (value: unknown): JsonObject => value as JsonObject;

function sizeChecks({ minProperties, maxProperties }: JsonObject): Check[] {
  const checks: Check[] = [];
  const size = (fits: (count: number) => boolean, message: string): void => {
    checks.push(
      (value, run, isTelling) => fits(Object.keys(membersOf(value)).length) || (isTelling && run.fault(message)),
    );
  };
  if (typeof minProperties === 'number') {
    size((count) => count >= minProperties, `must have at least ${minProperties} properties`);
  }
  if (typeof maxProperties === 'number') {
    size((count) => count <= maxProperties, `must have at most ${maxProperties} properties`);
  }
  return checks;
}

function requiredChecks({ required }: JsonObject): Check[] {
  return Array.isArray(required) && required.length > 0 ? [requires(required as string[])] : [];
}

const requires =
  (names: readonly string[]): Check =>
  (value, run, isTelling) => {
    let fits = true;
    for (const name of names) {
      if (Object.hasOwn(membersOf(value), name)) continue;
      fits = isTelling && run.fault('is required', name);
      if (!isTelling) return false;
    }
    return fits;
  };

function dependentChecks({ dependentRequired, dependentSchemas }: JsonObject, { compile }: SchemaTools): Check[] {
  const dependent: [string, Check][] = [
    ...Object.entries(membersOf(dependentRequired ?? {})).map(([name, names]): [string, Check] => [
      name,
      requires(names as string[]),
    ]),
    ...Object.entries(membersOf(dependentSchemas ?? {})).map(([name, schema]): [string, Check] => [
      name,
      compile(schema),
    ]),
  ];
  return dependent.map(
    ([name, check]): Check =>
      (value, run, isTelling) =>
        !Object.hasOwn(membersOf(value), name) || check(value, run, isTelling),
  );
}

function memberChecks(schema: JsonObject, { compile, regex }: SchemaTools): Check[] {
  const { properties, patternProperties, additionalProperties, propertyNames } = schema;
  const checks: Check[] = [];
  const named = new Map(Object.entries(membersOf(properties ?? {})).map(([name, member]) => [name, compile(member)]));
  const byPattern = Object.entries(membersOf(patternProperties ?? {})).map(([pattern, member]) => {
    let compiled: ReturnType<typeof regex> | undefined;
    const isMatch = (name: string): boolean => {
      compiled ??= regex(pattern);
      return compiled.test(name);
    };
    return { isMatch, check: compile(member) };
  });
  const isClosed = additionalProperties === false;
  const others = additionalProperties === undefined || isClosed ? undefined : compile(additionalProperties);
  if (propertyNames !== undefined) checks.push(eachName(compile(propertyNames)));
  const isLookingAtAll = byPattern.length > 0 || others !== undefined || isClosed;
  if (!isLookingAtAll) return named.size === 0 ? checks : [...checks, eachNamed(named)];
  checks.push((value, run, isTelling) => {
    let fits = true;
    for (const [name, member] of Object.entries(membersOf(value))) {
      const matching = byPattern.filter(({ isMatch }) => isMatch(name)).map(({ check }) => check);
      const own = named.get(name);
      const known = own === undefined ? matching : [own, ...matching];
      if (known.length === 0 && isClosed) {
        fits = isTelling && run.fault('is not in the schema', name);
      } else {
        const wanted = known.length === 0 && others !== undefined ? [others] : known;
        run.enter(name);
        for (const check of wanted) if (!check(member, run, isTelling)) fits = false;
        run.leave();
      }
      if (!fits && (!isTelling || run.isFull)) return false;
    }
    return fits;
  });
  return checks;
}

const eachNamed =
  (named: ReadonlyMap<string, Check>): Check =>
  (value, run, isTelling) => {
    let fits = true;
    for (const [name, check] of named) {
      if (!Object.hasOwn(membersOf(value), name)) continue;
      run.enter(name);
      if (!check(membersOf(value)[name], run, isTelling)) fits = false;
      run.leave();
      if (!fits && (!isTelling || run.isFull)) return false;
    }
    return fits;
  };

const eachName =
  (check: Check): Check =>
  (value, run, isTelling) => {
    for (const name of Object.keys(membersOf(value))) {
      if (!check(name, run, false)) return isTelling && run.fault('has a name that is not allowed', name);
    }
    return true;
  };
