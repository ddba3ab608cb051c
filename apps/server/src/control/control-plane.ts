import type { ChangeStore } from './changes/change-store.ts';
import type { CrashGroupStore } from './crash-groups/crash-group-store.ts';
import type { DashboardStore } from './dashboards/dashboard-store.ts';
import type { DeviceStore } from './devices/device-store.ts';
import type { EnvironmentStore } from './environments/environment-store.ts';
import type { ExperimentStore } from './experiments/experiment-store.ts';
import type { FeedbackStore } from './feedback/feedback-store.ts';
import type { InstallationStore } from './first-start/installation-store.ts';
import type { FlagStore } from './flags/flag-store.ts';
import type { GroupStore } from './groups/group-store.ts';
import type { InvitationStore } from './invitations/invitation-store.ts';
import type { JobStore } from './jobs/job-store.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { MemberStore } from './members/member-store.ts';
import type { OperatorStore } from './operators/operator-store.ts';
import type { PlanStore } from './plans/plan-store.ts';
import type { PrivacyStore } from './privacy/privacy-store.ts';
import type { ProjectStore } from './projects/project-store.ts';
import type { ReleaseStore } from './releases/release-store.ts';
import type { EventSchemaStore } from './schemas/event-schema-store.ts';
import type { SessionStore } from './sessions/session-store.ts';
import type { SymbolFileStore } from './symbols/symbol-file-store.ts';
import type { UserStore } from './users/user-store.ts';

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
