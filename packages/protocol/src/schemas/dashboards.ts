import Type from 'typebox';
import { Data, FreeForm, IsoTime, List, Nullable, OneOfTagged, PageQuery, Uuid } from './common.ts';
import { InsightQuery, insightKinds } from './insights/queries.ts';

const Name = Type.String({ minLength: 1, maxLength: 120 });
const Description = Nullable(Type.String({ maxLength: 500 }));
const Layout = FreeForm('Whatever whoever draws the dashboard wants to remember; bounded by the size of the body');

const Display = Type.Enum(['line', 'bar', 'number', 'table']);

export const WidgetViz = OneOfTagged('kind', [
  Type.Object({
    kind: Type.Literal('timeseries'),
    chartType: Type.Enum(['line', 'bar', 'area', 'stacked_bar', 'single_metric', 'table']),
    yLabel: Type.Optional(Type.String({ maxLength: 120 })),
  }),
  Type.Object({ kind: Type.Literal('funnel'), showCounts: Type.Boolean() }),
  Type.Object({ kind: Type.Literal('retention'), colorScale: Type.Enum(['heatmap', 'none']) }),
  Type.Object({ kind: Type.Literal('paths') }),
  Type.Object({ kind: Type.Literal('lifecycle') }),
  Type.Object({ kind: Type.Literal('stickiness') }),
  Type.Object({ kind: Type.Literal('distribution') }),
  Type.Object({ kind: Type.Literal('crash_free'), display: Display }),
  Type.Object({ kind: Type.Literal('crashes'), display: Display }),
  Type.Object({ kind: Type.Literal('performance'), display: Display }),
  Type.Object({ kind: Type.Literal('experiment') }),
  Type.Object({
    kind: Type.Literal('sql'),
    display: Type.Optional(
      Type.Enum(['line', 'bar', 'number', 'table'], {
        description:
          'A table when absent. Of a line or bars, the first column is where a value stands and every number after it a series',
      }),
    ),
  }),
]);

const cells = {
  x: Type.Integer({ minimum: 0, maximum: 48 }),
  y: Type.Integer({ minimum: 0, maximum: 1024 }),
  w: Type.Integer({ minimum: 1, maximum: 48 }),
  h: Type.Integer({ minimum: 1, maximum: 48 }),
};
const sentWidget = {
  type: Type.Optional(Type.Enum([...insightKinds], { description: 'May only be the kind of the query' })),
  name: Name,
  description: Type.Optional(Description),
  position: Type.Optional(Type.Partial(Type.Object(cells), { description: 'What is absent: 0, 0, 4 by 3' })),
  query: InsightQuery,
  viz: Type.Optional(WidgetViz),
};

export const NewWidgetBody = Type.Object(sentWidget);
const UnnamedWidget = Type.Object({
  ...sentWidget,
  name: Type.String({ maxLength: 120, description: 'May be empty' }),
});
export const WidgetPatch = Type.Object({
  ...sentWidget,
  name: Type.Optional(Type.String({ maxLength: 120, description: 'Empty only where it is' })),
  position: Type.Optional(Type.Partial(Type.Object(cells), { description: 'What is absent is kept' })),
  query: Type.Optional(InsightQuery),
  dashboard_id: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
});
export const WidgetRow = Type.Object({
  id: Uuid,
  dashboard_id: Uuid,
  type: Type.Enum([...insightKinds]),
  name: Type.String(),
  description: Nullable(Type.String()),
  position: Type.Object(cells),
  query: InsightQuery,
  notices: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Of a widget that was saved with options which are not known: what is left out of its query',
    }),
  ),
  viz: WidgetViz,
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const WidgetAnswer = Data(WidgetRow);

export const NewDashboardBody = Type.Object({
  name: Name,
  description: Type.Optional(Description),
  layout: Type.Optional(Layout),
});
export const DashboardPatch = Type.Object({
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  layout: Type.Optional(Layout),
  is_template: Type.Optional(Type.Boolean({ description: 'Fixed: may only be sent as it is' })),
});
export const MaterializeBody = Type.Object({
  ...NewDashboardBody.properties,
  widgets: Type.Array(UnnamedWidget, { minItems: 1, maxItems: 24 }),
});

const DashboardSummary = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Nullable(Type.String()),
  is_template: Type.Boolean({ description: 'Comes with Lamppost and cannot be changed' }),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const DashboardsQuery = Type.Object({ ...PageQuery, is_template: Type.Optional(Type.Boolean()) });
export const DashboardsAnswer = List(DashboardSummary);
export const DashboardAnswer = Data(
  Type.Object({ ...DashboardSummary.properties, layout: Layout, widgets: Type.Array(WidgetRow) }),
);
export const MaterializeAnswer = Data(
  Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Nullable(Type.String()),
    widgets: Type.Array(Type.Object({ id: Uuid, type: Type.Enum([...insightKinds]), name: Type.String() })),
  }),
);
