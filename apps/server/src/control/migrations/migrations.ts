import type { Migration } from 'kysely';
import { edgeRevisions } from './0012-edge-revisions.ts';
import { crashDescriptions } from './0013-crash-descriptions.ts';
import { keyScopes } from './0014-key-scopes.ts';
import { feedback } from './0015-feedback.ts';
import { experimentAnalysis } from './0016-experiment-analysis.ts';
import { experimentAllocation } from './0017-experiment-allocation.ts';
import { guardrails } from './0018-guardrails.ts';
import { edges } from './0019-edges.ts';
import { loadAttempts } from './0020-load-attempts.ts';
import { cohorts } from './0021-cohorts.ts';
import { sharing } from './0022-sharing.ts';
import { ownersAndComments } from './0023-owners-and-comments.ts';
import { experimentAudience } from './0024-experiment-audience.ts';
import { webhooks } from './0025-webhooks.ts';
import { flagsOverTime } from './0026-flags-over-time.ts';
import { alerts } from './0027-alerts.ts';
import { digests } from './0028-digests.ts';
import { loaders } from './0029-loaders.ts';
import { controlPlane } from './of-0.1/0001-control-plane.ts';
import { flagsAndChanges } from './of-0.1/0002-flags-and-changes.ts';
import { dashboardsAndProjectSettings } from './of-0.1/0003-dashboards-and-project-settings.ts';
import { eventSchemas } from './of-0.1/0004-event-schemas.ts';
import { jobs } from './of-0.1/0005-jobs.ts';
import { privacy } from './of-0.1/0006-privacy.ts';
import { symbols } from './of-0.1/0007-symbols.ts';
import { crashGroups } from './of-0.1/0008-crash-groups.ts';
import { releases } from './of-0.1/0009-releases.ts';
import { sessions } from './of-0.1/0010-sessions.ts';
import { publishableKeys } from './of-0.1/0011-publishable-keys.ts';

/** In the order of their names. One that has been released is never changed: add the next. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-control-plane': controlPlane,
  '0002-flags-and-changes': flagsAndChanges,
  '0003-dashboards-and-project-settings': dashboardsAndProjectSettings,
  '0005-jobs': jobs,
  '0006-privacy': privacy,
  '0004-event-schemas': eventSchemas,
  '0007-symbols': symbols,
  '0008-crash-groups': crashGroups,
  '0009-releases': releases,
  '0010-sessions': sessions,
  '0011-publishable-keys': publishableKeys,
  '0012-edge-revisions': edgeRevisions,
  '0013-crash-descriptions': crashDescriptions,
  '0014-key-scopes': keyScopes,
  '0015-feedback': feedback,
  '0016-experiment-analysis': experimentAnalysis,
  '0017-experiment-allocation': experimentAllocation,
  '0018-guardrails': guardrails,
  '0019-edges': edges,
  '0020-load-attempts': loadAttempts,
  '0021-cohorts': cohorts,
  '0022-sharing': sharing,
  '0023-owners-and-comments': ownersAndComments,
  '0024-experiment-audience': experimentAudience,
  '0025-webhooks': webhooks,
  '0026-flags-over-time': flagsOverTime,
  '0027-alerts': alerts,
  '0028-digests': digests,
  '0029-loaders': loaders,
};
