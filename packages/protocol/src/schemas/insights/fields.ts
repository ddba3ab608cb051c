import Type from 'typebox';

/** Two words and five keys of 128 characters in quotes, each of them a quote, with the dots between them. */
export const Field = Type.String({
  minLength: 1,
  maxLength: 1400,
  description:
    'A column of events, or `event_properties.<path>`, `event_context.<path>` up to five deep. A path is one key with dots in it, or else a key a level; `"a.b".c` says exactly which. Of the person: `user.<attribute>` as it is now, `user_then.<attribute>` as it was, `person.first_seen`; of what they were served: `flag.<key>`, `experiment.<key>`. Only in filters: `group`, `cohort`',
});
