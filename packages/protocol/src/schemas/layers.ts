import Type from 'typebox';
import { textPatterns } from '../text-patterns.ts';
import { BucketRanges, Data, EnvironmentId, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';
import { experimentStatuses, experimentUnits } from './experiments.ts';

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Description = Nullable(Type.String({ maxLength: 1000 }));

export const NewLayerBody = Type.Object({
  key: Type.String({ pattern: textPatterns.key.pattern }),
  name: Name,
  description: Type.Optional(Description),
});
export const LayerPatch = Type.Object({
  key: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  archived: Type.Optional(Type.Boolean()),
});
export const LayerRow = Type.Object({
  id: Uuid,
  key: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  unit: Nullable(Type.Enum([...experimentUnits], { description: 'Of its experiments that are not over; null: none' })),
  experiments: Type.Array(
    Type.Object({
      id: Uuid,
      key: Type.String(),
      name: Type.String(),
      environment_id: Uuid,
      status: Type.Enum([...experimentStatuses]),
      traffic_pct: Type.Number(),
      ranges: Nullable(BucketRanges),
    }),
    { description: 'Drafts, running and paused ones; the latter two hold ranges' },
  ),
  environment_id: Uuid,
  free_pct: Type.Number({ description: 'Percent of people in the environment whom no experiment of the layer holds' }),
  archived_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const LayersQuery = Type.Object({
  ...PageQuery,
  ...EnvironmentId,
  search: Type.Optional(Type.String()),
  include_archived: Type.Optional(Type.Boolean()),
});
export const LayerAnswer = Data(LayerRow);
export const LayersAnswer = List(LayerRow);

export const HoldoutBody = Type.Object({
  percentage: Type.Number({ minimum: 0, maximum: 50, description: '0: nobody is held out' }),
  reshuffle: Type.Optional(Type.Boolean({ description: 'Hold out other people, from now on' })),
});
export const HoldoutAnswer = Data(
  Type.Object({
    id: Nullable(Uuid),
    percentage: Type.Number(),
    began_at: Nullable(IsoTime),
    updated_at: Nullable(IsoTime),
  }),
);
