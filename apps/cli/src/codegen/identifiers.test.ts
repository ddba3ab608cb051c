import { expect, test } from 'vitest';
import { camelCase, identifiersOf, pascalCase, screamingCase } from './identifiers.ts';

test('a name in three ways of writing', () => {
  for (const name of ['checkout started', 'checkout_started', 'checkoutStarted', 'Checkout-Started!']) {
    expect([camelCase(name), pascalCase(name), screamingCase(name)]).toEqual([
      'checkoutStarted',
      'CheckoutStarted',
      'CHECKOUT_STARTED',
    ]);
  }
});

test('a name that begins with a digit, or has no letter, is an identifier all the same', () => {
  expect([camelCase('2fa'), camelCase('€')]).toEqual(['_2fa', 'value']);
});

test('names that would be the same get a number, and none is taken twice', () => {
  const found = identifiersOf(['a b', 'a_b', 'client'], camelCase, ['client']);
  expect([...found.values()]).toEqual(['aB', 'aB2', 'client2']);
});
