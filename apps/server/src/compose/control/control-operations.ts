import { attemptOperations } from '../../control/attempts/attempt-operations.ts';
import { type ControlClient, namedOperations } from '../../control/control-client.ts';
import { leaseOperations } from '../../control/leases/lease-operations.ts';
import { noticeOperations } from '../../control/notices/notice-operations.ts';
import { alertOperations } from '../../features/alerts/alert-operations.ts';
import { approvable } from '../../features/approvals/approvable.ts';
import { changeRequestOperations } from '../../features/approvals/change-request-operations.ts';
import { changeOperations } from '../../features/changes/change-operations.ts';
import { cohortMemberOperations } from '../../features/cohorts/cohort-member-operations.ts';
import { cohortOperations } from '../../features/cohorts/cohort-operations.ts';
import { crashGroupOperations } from '../../features/crashes/crash-group-operations.ts';
import { crashCommentOperations } from '../../features/crashes/triage/crash-comment-operations.ts';
import { dashboardOperations } from '../../features/dashboards/dashboard-operations.ts';
import { shareOperations } from '../../features/dashboards/sharing/share-operations.ts';
import { snapshotOperations } from '../../features/delivery/publishing/snapshot-operations.ts';
import { deviceOperations } from '../../features/devices/device-operations.ts';
import { userOperations } from '../../features/devices/user-operations.ts';
import { digestOperations } from '../../features/digests/digest-operations.ts';
import { runOperations } from '../../features/digests/run-operations.ts';
import { edgeOperations } from '../../features/edges/edge-operations.ts';
import { schemaOperations } from '../../features/events/schemas/schema-operations.ts';
import { allocationOperations } from '../../features/experiments/allocation/allocation-operations.ts';
import { experimentOperations } from '../../features/experiments/experiment-operations.ts';
import { breachOperations } from '../../features/experiments/guardrails/breach-operations.ts';
import { expiryOperations } from '../../features/flags/expiry/expiry-operations.ts';
import { flagOperations } from '../../features/flags/flag-operations.ts';
import { guardrailOperations } from '../../features/flags/guardrails/guardrail-operations.ts';
import { scheduleOperations } from '../../features/flags/schedules/schedule-operations.ts';
import { targetingOperations } from '../../features/flags/targeting-operations.ts';
import { groupMemberOperations } from '../../features/groups/group-member-operations.ts';
import { groupOperations } from '../../features/groups/group-operations.ts';
import { holdoutOperations } from '../../features/holdout/holdout-operations.ts';
import { layerOperations } from '../../features/layers/layer-operations.ts';
import { invitationOperations } from '../../features/members/invitation-operations.ts';
import { memberOperations } from '../../features/members/member-operations.ts';
import { membershipOperations } from '../../features/members/membership-operations.ts';
import { sessionOperations } from '../../features/members/session-operations.ts';
import { feedbackOperations } from '../../features/operations/feedback-operations.ts';
import { jobOperations } from '../../features/operations/job-operations.ts';
import { privacyOperations } from '../../features/privacy/privacy-operations.ts';
import { environmentOperations } from '../../features/projects/environment-operations.ts';
import {
  installationOperations,
  operatorOperations,
} from '../../features/projects/first-start/installation-operations.ts';
import { keyOperations } from '../../features/projects/keys/key-operations.ts';
import { planOperations } from '../../features/projects/plan-operations.ts';
import { projectOperations } from '../../features/projects/project-operations.ts';
import { regressionOperations } from '../../features/releases/regression-operations.ts';
import { releaseOperations } from '../../features/releases/release-operations.ts';
import { symbolOperations } from '../../features/symbols/symbol-operations.ts';
import { viewOperations } from '../../features/views/view-operations.ts';
import { deliveryOperations } from '../../features/webhooks/delivery-operations.ts';
import { endpointOperations } from '../../features/webhooks/endpoint-operations.ts';

/** Edits that an environment can require approval for. */
const edits = {
  flags: { ...flagOperations, ...targetingOperations },
  guardrails: guardrailOperations,
  schedules: scheduleOperations,
  experiments: { ...experimentOperations, ...allocationOperations, ...breachOperations },
};

/** Everything the control plane does, by store and method. */
export const controlOperations = (snapshots: { readonly isOnlyReader: boolean }) => ({
  projects: projectOperations,
  environments: environmentOperations,
  plans: planOperations,
  keys: keyOperations,
  devices: deviceOperations,
  users: userOperations,
  privacy: privacyOperations,
  flags: approvable('flags', edits.flags),
  guardrails: approvable('guardrails', edits.guardrails),
  schedules: approvable('schedules', edits.schedules),
  experiments: approvable('experiments', edits.experiments),
  expiries: expiryOperations,
  changeRequests: changeRequestOperations(namedOperations(edits)),
  layers: layerOperations,
  holdouts: holdoutOperations,
  groups: { ...groupOperations, ...groupMemberOperations },
  cohorts: { ...cohortOperations, ...cohortMemberOperations },
  dashboards: dashboardOperations,
  shares: shareOperations,
  schemas: schemaOperations,
  symbols: symbolOperations,
  releases: { ...releaseOperations, ...regressionOperations },
  crashGroups: { ...crashGroupOperations, ...crashCommentOperations },
  changes: changeOperations,
  jobs: jobOperations,
  feedback: feedbackOperations,
  edges: edgeOperations,
  leases: leaseOperations,
  attempts: attemptOperations,
  members: { ...memberOperations, ...membershipOperations },
  sessions: sessionOperations,
  invitations: invitationOperations,
  views: viewOperations,
  webhooks: { ...endpointOperations, ...deliveryOperations },
  alerts: alertOperations,
  digests: { ...digestOperations, ...runOperations },
  notices: noticeOperations,
  operators: operatorOperations,
  installation: installationOperations,
  snapshot: snapshotOperations(snapshots),
});

export type ControlStores = ControlClient<ReturnType<typeof controlOperations>>;
