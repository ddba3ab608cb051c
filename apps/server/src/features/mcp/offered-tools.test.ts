import { type Route, routes } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import type { KeyRights } from '../../http/access/refuse-foreign.ts';
import { offeredTools } from './offered-tools.ts';
import { toolTable } from './tool-table.ts';

const keys: Record<string, KeyRights> = {
  publishable: { kind: 'publishable', isConfined: false },
  secret: { kind: 'secret', isConfined: false },
  'secret of one environment': { kind: 'secret', isConfined: true },
  dev: { kind: 'dev', isConfined: false },
  operator: { kind: 'operator', isConfined: false },
};
const namesFor = (key: KeyRights): string[] => offeredTools(toolTable, key).map(({ name }) => name);

describe('tools are offered exactly when the key may use their routes', () => {
  for (const [title, key] of Object.entries(keys)) {
    test(title, () => {
      const offered = new Set(namesFor(key));
      for (const tool of toolTable) {
        const used: Route[] = tool.routes.map((name) => routes[name]);
        const may = used.every(
          ({ access, isProjectWide }) => access.includes(key.kind) && !(key.isConfined && isProjectWide === true),
        );
        expect([tool.name, offered.has(tool.name)]).toEqual([tool.name, may]);
      }
    });
  }

  test('a dev key reads definitions only', () => {
    expect(namesFor(keys.dev as KeyRights)).toEqual([
      'list_event_schemas',
      'read_event_schema',
      'list_flags',
      'read_flag',
      'list_experiments',
      'read_experiment',
    ]);
  });

  test('a secret key has all of them, one of a single environment all but those that change flags everywhere', () => {
    const all = toolTable.map(({ name }) => name);
    expect(namesFor(keys.secret as KeyRights)).toEqual(all);
    const everywhere = ['create_flag', 'edit_flag'];
    expect(namesFor(keys['secret of one environment'] as KeyRights)).toEqual(
      all.filter((name) => !everywhere.includes(name)),
    );
  });

  test('publishable keys and the operator token have none', () => {
    expect(namesFor(keys.publishable as KeyRights)).toEqual([]);
    expect(namesFor(keys.operator as KeyRights)).toEqual([]);
  });
});

test('a tool that changes something is annotated so, and only reads where it says so', () => {
  for (const { name, routes: used, hints } of toolTable) {
    const writes = used.some((route) => routes[route].method !== 'GET' && !/^(ask|explain)/.test(route));
    expect([name, hints.readOnlyHint]).toEqual([name, !writes]);
  }
});
