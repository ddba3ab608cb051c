import type { ApiClient } from '../api-client.ts';
import { isThere } from './is-there.ts';

const text = { type: 'string', minLength: 1 };
const amount = { type: 'number', minimum: 0 };

/** What the demo's team wrote down about its events. Two of them forgot something, as happens. */
const schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  purchase: {
    description: 'An order was paid',
    category: 'shop',
    status: 'implemented',
    mode: 'warn',
    properties: {
      type: 'object',
      required: ['order_id', 'total', 'currency', 'items', 'payment_method'],
      properties: {
        order_id: { type: 'string', pattern: '^ord_[0-9a-z]+$' },
        total: amount,
        subtotal: amount,
        delivery_fee: amount,
        discount: amount,
        currency: { enum: ['EUR', 'USD', 'GBP'], $comment: 'The Swiss were forgotten' },
        items: { type: 'integer', minimum: 1 },
        payment_method: text,
      },
    },
  },
  coupon_applied: {
    description: 'A coupon was put in at the checkout',
    category: 'shop',
    status: 'implemented',
    mode: 'quarantine',
    properties: {
      type: 'object',
      required: ['coupon'],
      properties: {
        coupon: { enum: ['WELCOME10', 'SOUP10', 'COMEBACK10'], $comment: 'Coupons for friends came later' },
      },
      additionalProperties: false,
    },
  },
  search_performed: {
    description: 'Somebody searched for recipes',
    category: 'search',
    status: 'implemented',
    mode: 'allow',
    properties: {
      type: 'object',
      required: ['term', 'results'],
      properties: {
        term: text,
        filters: { type: 'array', items: text },
        results: { type: 'integer', minimum: 0 },
        took_ms: amount,
      },
    },
  },
  meal_planned: {
    description: 'A recipe was put on a day of the week. Not in the apps yet',
    category: 'planning',
    status: 'planned',
    mode: 'warn',
    properties: {
      type: 'object',
      required: ['recipe_id', 'days_ahead'],
      properties: { recipe_id: text, days_ahead: { type: 'integer', minimum: 0, maximum: 14 } },
    },
  },
};

/** @returns how many were not there before */
export async function makeSchemas(client: ApiClient): Promise<number> {
  let made = 0;
  for (const [event, schema] of Object.entries(schemas)) {
    const path = `/v1/events/schemas/${event}`;
    if (await isThere(client, path)) continue;
    await client.data('PUT', path, schema);
    made += 1;
  }
  return made;
}
