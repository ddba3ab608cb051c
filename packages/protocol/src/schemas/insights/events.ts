import Type from 'typebox';

const EventName = { type: 'string', minLength: 1, maxLength: 256 } as const;

/** Which events are meant. */
export const InsightEvent = Type.Unsafe<string | string[] | null>({
  type: ['string', 'array', 'null'],
  minLength: 1,
  maxLength: 256,
  items: EventName,
  minItems: 1,
  maxItems: 20,
  description: 'The name of an event, a list of names (any of them), or null for any event',
});
