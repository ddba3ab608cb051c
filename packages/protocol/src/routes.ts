import { alertRoutes } from './routes/alert-routes.ts';
import { changeRequestRoutes } from './routes/change-request-routes.ts';
import { clientRoutes } from './routes/client-routes.ts';
import { cohortRoutes } from './routes/cohort-routes.ts';
import { crashRoutes } from './routes/crash-routes.ts';
import { dashboardRoutes } from './routes/dashboard-routes.ts';
import { digestRoutes } from './routes/digest-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { experimentRoutes } from './routes/experiment-routes.ts';
import { exportRoutes } from './routes/export-routes.ts';
import { feedbackRoutes } from './routes/feedback-routes.ts';
import { flagRoutes } from './routes/flag-routes.ts';
import { guardrailRoutes } from './routes/guardrail-routes.ts';
import { insightRoutes } from './routes/insight-routes.ts';
import { layerRoutes } from './routes/layer-routes.ts';
import { mcpRoutes } from './routes/mcp-routes.ts';
import { memberRoutes } from './routes/member-routes.ts';
import { operatorRoutes } from './routes/operator-routes.ts';
import { peopleRoutes } from './routes/people-routes.ts';
import { performanceRoutes } from './routes/performance-routes.ts';
import { projectRoutes } from './routes/project-routes.ts';
import { releaseRoutes } from './routes/release-routes.ts';
import { shareRoutes } from './routes/share-routes.ts';
import { symbolRoutes } from './routes/symbol-routes.ts';
import { viewRoutes } from './routes/view-routes.ts';
import { webhookRoutes } from './routes/webhook-routes.ts';

export type { Access, MemberAccess, Route } from './routes/route.ts';

/** Every route the server answers: permissions, checks, the OpenAPI document and the tests read this table. */
export const routes = {
  ...clientRoutes,
  ...flagRoutes,
  ...experimentRoutes,
  ...guardrailRoutes,
  ...changeRequestRoutes,
  ...layerRoutes,
  ...eventRoutes,
  ...insightRoutes,
  ...alertRoutes,
  ...cohortRoutes,
  ...dashboardRoutes,
  ...shareRoutes,
  ...exportRoutes,
  ...projectRoutes,
  ...memberRoutes,
  ...viewRoutes,
  ...webhookRoutes,
  ...digestRoutes,
  ...peopleRoutes,
  ...performanceRoutes,
  ...releaseRoutes,
  ...crashRoutes,
  ...symbolRoutes,
  ...feedbackRoutes,
  ...operatorRoutes,
  ...mcpRoutes,
} as const;

export type RouteName = keyof typeof routes;
