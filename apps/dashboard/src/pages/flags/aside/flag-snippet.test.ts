import { expect, test } from 'vitest';
import { flagSnippet, snippetSdks } from './flag-snippet.ts';

const flag = (value_type: 'boolean' | 'string' | 'number' | 'json', default_value: unknown) => ({
  key: 'new-checkout',
  value_type,
  default_value,
});

test('the fallback has the type of the flag', () => {
  for (const sdk of snippetSdks) {
    const fn = sdk === 'react' ? 'useFlag' : 'flag';
    expect(flagSnippet(sdk, flag('boolean', true))).toContain(`${fn}('new-checkout', true)`);
    expect(flagSnippet(sdk, flag('string', `it's "b"`))).toContain(`newCheckout = `);
    expect(flagSnippet(sdk, flag('string', `it's "b"`))).toContain(`${fn}('new-checkout', 'it\\'s "b"')`);
    expect(flagSnippet(sdk, flag('number', 1.5))).toContain(`${fn}('new-checkout', 1.5)`);
    expect(flagSnippet(sdk, flag('json', { a: [1] }))).toContain(`${fn}('new-checkout', {"a":[1]})`);
  }
});

test('long defaults are left out, and names stay names', () => {
  expect(flagSnippet('node', flag('string', 'x'.repeat(100)))).toContain(`('new-checkout', '')`);
  expect(flagSnippet('node', flag('json', ['x'.repeat(100)]))).toContain(`('new-checkout', [])`);
  expect(flagSnippet('node', { ...flag('number', 0), key: '2fa' })).toContain('const flag2fa = ');
});
