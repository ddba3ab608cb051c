import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { firstArrival } from './first-event.ts';
import { readableKey } from './onboarding-key.ts';
import { curlSnippet, snippetKinds, snippetsFor } from './snippets.ts';

const input = { key: 'lp_pub_production_abc', url: 'https://lamp.example' };
const asScript = (code: string): string =>
  code.replace(/^import .*$/gm, 'function createLamppost() {}').replace(/^export /gm, '');

describe('snippets', () => {
  test('name the key and the address in every kind', () => {
    for (const kind of snippetKinds) {
      const code = snippetsFor(kind, input)
        .map((part) => part.code)
        .join('\n');
      expect(code).toContain(input.key);
      expect(code).toContain(input.url);
    }
  });

  test('those for the SDKs are programs that can be read', () => {
    for (const kind of ['browser', 'react-native', 'node'] as const) {
      const code = snippetsFor(kind, input).at(-1)?.code ?? '';
      expect(code).toContain(`from '@lamppost/${kind}'`);
      expect(() => new Script(`async () => {${asScript(code)}\n}`)).not.toThrow();
    }
  });

  test('nothing that is put in can end its quotes', () => {
    const hostile = { key: "k'; rm -rf /; '", url: "http://x/\\'+alert(1)+'\u2028" };
    const code = snippetsFor('browser', hostile).at(-1)?.code ?? '';
    expect(() => new Script(`async () => {${asScript(code)}\n}`)).not.toThrow();
    expect(code).not.toContain("'+alert");
    expect(curlSnippet(hostile)).toContain(`k'\\''; rm -rf /; '\\''`);
  });
});

describe('the first event', () => {
  const message = (told: unknown, event = 'event') => ({ event, data: JSON.stringify(told), id: undefined }) as never;

  test('is the first that was stored, or the first that was refused when none was', () => {
    const refused = message({ status: 'rejected', event: 'bad', reason: 'NAME_TOO_LONG', raw: { event: 'bad' } });
    const stored = message({ status: 'stored', event: 'hello', properties: { a: 1 } });
    expect(firstArrival([refused, stored])).toMatchObject({ status: 'stored', name: 'hello' });
    expect(firstArrival([refused])).toEqual({
      status: 'refused',
      name: 'bad',
      reason: 'NAME_TOO_LONG',
      event: { event: 'bad' },
    });
  });

  test('is none while only other messages come', () => {
    expect(firstArrival([message({ count: 3 }, 'skipped')])).toBeUndefined();
  });
});

test('the key that is shown is readable, in force, and of the environment that is looked at', () => {
  const row = (part: object) => ({
    id: 'id',
    kind: 'publishable' as const,
    environment_id: 'prod',
    name: 'k',
    hint: 'abcd',
    key: 'lp_pub_1',
    last_used_at: null,
    revoked_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...part,
  });
  const newer = row({ key: 'lp_pub_2', created_at: '2026-02-01T00:00:00.000Z' });
  expect(readableKey([row({}), newer], 'prod')).toBe('lp_pub_2');
  const none = [
    row({ revoked_at: '2026-01-02T00:00:00.000Z' }),
    row({ environment_id: 'dev' }),
    row({ kind: 'secret', key: null }),
    row({ key: null }),
  ];
  expect(readableKey(none, 'prod')).toBeUndefined();
});
