import { afterAll } from 'vitest';
import { attemptStoreContract } from '../../control/attempts/attempt-store.contract.ts';
import { leaseStoreContract } from '../../control/leases/lease-store.contract.ts';
import { sessionStoreContract } from '../../edge/sessions/session-store.contract.ts';
import { snapshotSourceContract } from '../../edge/snapshot-source.contract.ts';
import type { SnapshotSource } from '../../edge/snapshot-source.ts';
import { alertStoreContract } from '../../features/alerts/alert-store.contract.ts';
import { changeRequestStoreContract } from '../../features/approvals/change-request-store.contract.ts';
import { changeStoreContract } from '../../features/changes/change-store.contract.ts';
import { cohortStoreContract } from '../../features/cohorts/cohort-store.contract.ts';
import { crashGroupStoreContract } from '../../features/crashes/crash-group-store.contract.ts';
import { crashTriageContract } from '../../features/crashes/triage/crash-triage.contract.ts';
import { dashboardStoreContract } from '../../features/dashboards/dashboard-store.contract.ts';
import { shareStoreContract } from '../../features/dashboards/sharing/share-store.contract.ts';
import { deviceStoreContract } from '../../features/devices/device-store.contract.ts';
import { userStoreContract } from '../../features/devices/user-store.contract.ts';
import { digestStoreContract } from '../../features/digests/digest-store.contract.ts';
import { edgeStoreContract } from '../../features/edges/edge-store.contract.ts';
import { eventSchemaStoreContract } from '../../features/events/schemas/event-schema-store.contract.ts';
import { experimentStoreContract } from '../../features/experiments/experiment-store.contract.ts';
import { flagStoreContract } from '../../features/flags/flag-store.contract.ts';
import { guardrailStoreContract } from '../../features/flags/guardrails/guardrail-store.contract.ts';
import { prerequisitesContract } from '../../features/flags/prerequisites/prerequisites.contract.ts';
import { scheduleStoreContract } from '../../features/flags/schedules/schedule-store.contract.ts';
import { groupStoreContract } from '../../features/groups/group-store.contract.ts';
import { holdoutStoreContract } from '../../features/holdout/holdout-store.contract.ts';
import { layerStoreContract } from '../../features/layers/layer-store.contract.ts';
import { invitationStoreContract } from '../../features/members/invitation-store.contract.ts';
import { memberStoreContract } from '../../features/members/member-store.contract.ts';
import { feedbackStoreContract } from '../../features/operations/feedback-store.contract.ts';
import { jobStoreContract } from '../../features/operations/job-store.contract.ts';
import { operatorStoreContract } from '../../features/operations/operator-store.contract.ts';
import { privacyStoreContract } from '../../features/privacy/privacy-store.contract.ts';
import { environmentStoreContract } from '../../features/projects/environment-store.contract.ts';
import { firstStartContract } from '../../features/projects/first-start/first-start.contract.ts';
import { installationStoreContract } from '../../features/projects/first-start/installation-store.contract.ts';
import { keyStoreContract } from '../../features/projects/keys/key-store.contract.ts';
import { planStoreContract } from '../../features/projects/plan-store.contract.ts';
import { projectStoreContract } from '../../features/projects/project-store.contract.ts';
import { releaseStoreContract } from '../../features/releases/release-store.contract.ts';
import { symbolFileStoreContract } from '../../features/symbols/symbol-file-store.contract.ts';
import { viewStoreContract } from '../../features/views/view-store.contract.ts';
import { webhookStoreContract } from '../../features/webhooks/webhook-store.contract.ts';
import type { ControlPlane } from './control-plane.ts';

export type EngineUnderTest = ControlPlane & SnapshotSource;

/** What every engine of the control plane keeps. `open` gives an empty control plane with a regex engine without look-ahead. */
export function controlPlaneContract(open: () => Promise<EngineUnderTest>): void {
  let shared: EngineUnderTest | undefined;
  afterAll(() => shared?.close());

  /** For contracts of what lives in a project of its own. */
  const share = async (): Promise<EngineUnderTest> => {
    const control = shared ?? (await open());
    shared = control;
    return {
      ...control,
      read: () => control.read(),
      readSince: (mark) => control.readSince(mark),
      beginGeneration: (last) => control.beginGeneration(last),
      close: async () => undefined,
    };
  };

  projectStoreContract(open);
  environmentStoreContract(open);
  planStoreContract(open);
  keyStoreContract(open);
  jobStoreContract(share);
  feedbackStoreContract(open);
  edgeStoreContract(open);
  leaseStoreContract(share);
  attemptStoreContract(open);
  deviceStoreContract(open);
  memberStoreContract(open);
  sessionStoreContract(open);
  invitationStoreContract(open);
  userStoreContract(share);
  privacyStoreContract(share);
  flagStoreContract(share);
  experimentStoreContract(share);
  guardrailStoreContract(share);
  layerStoreContract(share);
  holdoutStoreContract(share);
  groupStoreContract(share);
  cohortStoreContract(share);
  dashboardStoreContract(share);
  shareStoreContract(share);
  viewStoreContract(share);
  changeRequestStoreContract(share);
  prerequisitesContract(share);
  scheduleStoreContract(share);
  webhookStoreContract(share);
  alertStoreContract(share);
  digestStoreContract(share);
  eventSchemaStoreContract(share);
  symbolFileStoreContract(share);
  releaseStoreContract(share);
  crashGroupStoreContract(share);
  crashTriageContract(share);
  changeStoreContract(open);
  operatorStoreContract(open);
  installationStoreContract(open);
  snapshotSourceContract(open);
  firstStartContract(open);
}
