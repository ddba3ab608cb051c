import { expect, test } from 'vitest';
import type { SnapshotSchema } from '../../../edge/edge-snapshot.ts';
import { linearRegex } from '../../../edge/linear-regex.ts';
import { SchemaChecks } from './schema-checks.ts';

const schema = (eventName: string, mode: SnapshotSchema['mode'], properties: object): SnapshotSchema => ({
  projectId: 'p',
  eventName,
  mode,
  propertiesJson: mode === 'allow' ? '' : JSON.stringify(properties),
});
const byName = (...schemas: SnapshotSchema[]) => new Map(schemas.map((one) => [one.eventName, one]));

test('a project without schemas, or with none to check, has no checks at all', () => {
  const schemas = new Map([['q', byName(schema('a', 'allow', {}))]]);
  const checks = new SchemaChecks((projectId) => schemas.get(projectId), linearRegex);
  expect(checks.of('p')).toBeUndefined();
  expect(checks.of('q')).toBeUndefined();
});

test('what changed is checked anew, what did not is kept', () => {
  let schemas = byName(schema('a', 'warn', { required: ['x'] }), schema('b', 'quarantine', {}));
  const checks = new SchemaChecks(() => schemas, linearRegex);
  const before = checks.of('p');
  expect(checks.of('p')).toBe(before);
  expect(before?.get('a')?.faultsOf({})).toEqual([{ field: 'properties.x', message: 'is required' }]);
  schemas = byName(schema('a', 'quarantine', { required: ['y'] }), schema('b', 'quarantine', {}));
  const after = checks.of('p');
  expect(after?.get('a')?.mode).toBe('quarantine');
  expect(after?.get('a')?.faultsOf({ x: 1 })).toEqual([{ field: 'properties.y', message: 'is required' }]);
  expect(after?.get('b')).toBe(before?.get('b'));
  schemas = byName();
  expect(checks.of('p')).toBeUndefined();
});
