import { expect, test } from 'vitest';
import { findLookalikes } from './find-lookalikes.ts';

const like = (...names: readonly (readonly [string, number])[]) =>
  Object.fromEntries(findLookalikes(names.map(([name, count]) => ({ name, count }))));

test('a rare name with swapped, missing, added or changed letters is taken for the frequent one', () => {
  expect(
    like(
      ['recipe_viewed', 9000],
      ['recipe_veiwed', 12],
      ['recipe_viewd', 3],
      ['recipe_viewedd', 1],
      ['recipe_vieved', 1],
    ),
  ).toEqual({
    recipe_veiwed: 'recipe_viewed',
    recipe_viewd: 'recipe_viewed',
    recipe_viewedd: 'recipe_viewed',
    recipe_vieved: 'recipe_viewed',
  });
});

test('another case and other separators are the same name', () => {
  expect(like(['checkout_started', 500], ['Checkout Started', 20], ['checkout-started', 4])).toEqual({
    'Checkout Started': 'checkout_started',
    'checkout-started': 'checkout_started',
  });
});

test('names that are both common, short, or numbered on purpose are left alone', () => {
  expect(like(['cart_opened', 500], ['cart_openid', 400])).toEqual({});
  expect(like(['open', 500], ['opex', 1])).toEqual({});
  expect(like(['onboarding_step_1', 500], ['onboarding_step_2', 30])).toEqual({});
  expect(like(['$pageview', 5000], ['$pageviews', 3])).toEqual({});
});

test('something else is not taken for a misspelling, and chains lead to the most frequent', () => {
  expect(like(['coupon_applied', 500], ['coupon_removed', 5])).toEqual({});
  expect(like(['item_added_to_cart', 1000], ['item_aded_to_cart', 50], ['item_aded_to_crt', 2])).toEqual({
    item_aded_to_cart: 'item_added_to_cart',
    item_aded_to_crt: 'item_added_to_cart',
  });
});
