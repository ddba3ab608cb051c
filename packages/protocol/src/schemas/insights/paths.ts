import Type from 'typebox';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Field } from './fields.ts';
import { Filters } from './filters.ts';
import { InsightRange } from './ranges.ts';

const Text = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 256, ...(description === undefined ? {} : { description }) });

export const PathsQuery = Closed({
  kind: Type.Literal('paths'),
  startEvent: Type.Optional(InsightEvent),
  endEvent: Type.Optional(InsightEvent),
  depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description: '5 when absent' })),
  excludeEvents: Type.Optional(
    Type.Array(Text(), { maxItems: 20, description: 'Events that are skipped, as if they had not happened' }),
  ),
  hideSystemEvents: Type.Optional(
    Type.Boolean({
      description: 'Skips the events whose names begin with `$`, but not the start and the end. `false` when absent',
    }),
  ),
  nodeProperty: Type.Optional(Field),
  groups: Type.Optional(
    Type.Array(Closed({ name: Text(), pattern: Text('`*` stands for any text, also none') }), {
      maxItems: 20,
      description:
        'Steps whose name (the event, or `<event> · <value>` with `nodeProperty`) matches the pattern are shown as one, under the name of the group. The first group that matches counts',
    }),
  ),
  range: InsightRange,
  filters: Type.Optional(Filters),
});
