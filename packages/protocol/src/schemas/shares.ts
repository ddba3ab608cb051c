import Type from 'typebox';
import { Data, EnvironmentId, IsoTime, List, Nullable, Uuid } from './common.ts';
import { WidgetRow } from './dashboards.ts';
import { Closed } from './insights/closed.ts';
import { InsightQuery } from './insights/queries.ts';

const Token = Type.String({ minLength: 1, maxLength: 200, description: 'What stands behind the # of the link' });

export const NewShareBody = Closed({
  name: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 120, description: 'Who the link is for' }))),
  expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, description: '30 when absent' })),
  ...EnvironmentId,
});
const ShareRow = Type.Object({
  id: Uuid,
  dashboard_id: Uuid,
  environment_id: Uuid,
  name: Nullable(Type.String()),
  created_by: Type.String({ description: 'Who created it, by name' }),
  last_used_at: Nullable(IsoTime),
  expires_at: IsoTime,
  created_at: IsoTime,
});
export const SharesAnswer = List(ShareRow);
export const NewShareAnswer = Data(
  Type.Object({
    ...ShareRow.properties,
    token: Type.String({ description: 'Shown once' }),
    link: Type.String({ description: 'Path and fragment of the shared page on this server; shown once' }),
  }),
);

export const SharedDashboardBody = Closed({ token: Token });
export const SharedResultBody = Closed({ token: Token, widget_id: Uuid });

const { id, type, name, description, position, viz } = WidgetRow.properties;
export const SharedDashboardAnswer = Data(
  Type.Object({
    name: Type.String(),
    description: Nullable(Type.String()),
    environment: Type.String({ description: 'Slug of the environment that the numbers are of' }),
    timezone: Type.String({ description: "IANA name: where the project's days and weeks begin" }),
    layout: Type.Object({ columns: Type.Optional(Type.Number()) }, { description: 'Of the grid' }),
    widgets: Type.Array(
      Type.Object({
        id,
        type,
        name,
        description,
        position,
        query: Type.Optional({ ...InsightQuery, description: 'Without its filters; absent for SQL' }),
        viz,
      }),
    ),
    expires_at: IsoTime,
  }),
);
