import Type from 'typebox';
import { Closed } from './closed.ts';
import { Field } from './fields.ts';

// Named, as filters are.
export interface InsightUnitShape {
  kind: 'person' | 'property';
  property?: string | undefined;
}

/** What is counted, and followed from event to event. */
export const InsightUnit = Type.Unsafe<InsightUnitShape>({
  ...Closed({
    kind: Type.Enum(['person', 'property'], {
      description: '`person`: people, as without `unit`. `property`: what a field names, such as accounts or teams',
    }),
    property: Type.Optional(
      Type.Unsafe<string>({
        ...Field,
        description:
          'With `kind: "property"`: the field that names the account, such as `event_properties.account_id` or `user.team`. Events without a value do not count',
      }),
    ),
  }),
  description: 'Count accounts or teams instead of people',
});
