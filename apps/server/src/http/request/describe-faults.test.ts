import { routes } from '@lamppost/protocol';
import { schemas } from '@lamppost/protocol/schemas';
import { expect, test } from 'vitest';
import { describeFaults } from './describe-faults.ts';

/** Rules of everything that a request may be refused for, as [keyword, what it says]. */
function rulesOf(schema: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(schema)) return schema.flatMap(rulesOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const isNames = keyword === 'properties';
    return [...(isNames ? [] : [[keyword, value] as const]), ...rulesOf(isNames ? Object.values(value) : value)];
  });
}

test('every rule that a request is held to has words of its own', () => {
  const names = Object.values(routes).flatMap((route) => [
    ...('body' in route ? [route.body] : []),
    ...('query' in route ? [route.query] : []),
  ]);
  const saidOtherwise = new Set(['description', 'items', 'anyOf', 'oneOf', 'discriminator', 'propertyName']);
  const rules = new Map(
    names
      .flatMap((name) => rulesOf(JSON.parse(JSON.stringify(schemas[name]))))
      .filter(([keyword]) => !saidOtherwise.has(keyword))
      .map(([keyword, value]) => [keyword === 'pattern' ? `pattern ${value}` : keyword, [keyword, value] as const]),
  );
  expect(rules.size).toBeGreaterThan(15);
  for (const [keyword, value] of rules.values()) {
    const params = { limit: 3, type: 'string', pattern: value, allowedValues: ['a'], allowedValue: 'a' };
    const fault = { instancePath: '/x', keyword, params, message: 'SAID BY THE CHECK', schemaPath: '' };
    const [sentence] = Object.values(describeFaults([fault])).flat();
    expect(sentence, `${keyword} ${value}`).toMatch(/^(?:must|is) [a-zA-Z]/);
    expect(sentence).not.toMatch(/SAID BY THE CHECK|[\\^[\]{}]/);
  }
});
