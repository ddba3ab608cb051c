import type { SessionStore } from '../edge/sessions/session-store.ts';
import type { ChangeStore } from '../features/changes/change-store.ts';
import type { CrashGroupStore } from '../features/crashes/crash-group-store.ts';
import type { DashboardStore } from '../features/dashboards/dashboard-store.ts';
import type { DeviceStore } from '../features/devices/device-store.ts';
import type { UserStore } from '../features/devices/user-store.ts';
import type { EventSchemaStore } from '../features/events/schemas/event-schema-store.ts';
import type { ExperimentStore } from '../features/experiments/experiment-store.ts';
import type { FlagStore } from '../features/flags/flag-store.ts';
import type { GuardrailStore } from '../features/flags/guardrails/guardrail-store.ts';
import type { GroupStore } from '../features/groups/group-store.ts';
import type { HoldoutStore } from '../features/holdout/holdout-store.ts';
import type { LayerStore } from '../features/layers/layer-store.ts';
import type { InvitationStore } from '../features/members/invitation-store.ts';
import type { MemberStore } from '../features/members/member-store.ts';
import type { FeedbackStore } from '../features/operations/feedback-store.ts';
import type { JobStore } from '../features/operations/job-store.ts';
import type { OperatorStore } from '../features/operations/operator-store.ts';
import type { PrivacyStore } from '../features/privacy/privacy-store.ts';
import type { EnvironmentStore } from '../features/projects/environment-store.ts';
import type { InstallationStore } from '../features/projects/first-start/installation-store.ts';
import type { KeyStore } from '../features/projects/keys/key-store.ts';
import type { PlanStore } from '../features/projects/plan-store.ts';
import type { ProjectStore } from '../features/projects/project-store.ts';
import type { ReleaseStore } from '../features/releases/release-store.ts';
import type { SymbolFileStore } from '../features/symbols/symbol-file-store.ts';

/** Everything that people edit, and the devices that are served. */
export interface ControlPlane {
  readonly projects: ProjectStore;
  readonly environments: EnvironmentStore;
  readonly plans: PlanStore;
  readonly keys: KeyStore;
  readonly devices: DeviceStore;
  readonly users: UserStore;
  readonly privacy: PrivacyStore;
  readonly flags: FlagStore;
  readonly experiments: ExperimentStore;
  readonly guardrails: GuardrailStore;
  readonly layers: LayerStore;
  readonly holdouts: HoldoutStore;
  readonly groups: GroupStore;
  readonly dashboards: DashboardStore;
  readonly schemas: EventSchemaStore;
  readonly symbols: SymbolFileStore;
  readonly releases: ReleaseStore;
  readonly crashGroups: CrashGroupStore;
  readonly changes: ChangeStore;
  readonly jobs: JobStore;
  readonly feedback: FeedbackStore;
  readonly members: MemberStore;
  readonly sessions: SessionStore;
  readonly invitations: InvitationStore;
  readonly operators: OperatorStore;
  readonly installation: InstallationStore;
  /** Settles what is in flight and lets go of the database. */
  close(): Promise<void>;
}
