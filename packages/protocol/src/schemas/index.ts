import type Type from 'typebox';
import * as admin from './admin.ts';
import * as changes from './changes.ts';
import { ErrorAnswer } from './common.ts';
import * as crashes from './crashes.ts';
import * as devices from './devices.ts';
import * as evaluation from './evaluation.ts';
import * as experiments from './experiments.ts';
import * as flags from './flags.ts';
import * as groups from './groups.ts';
import * as ingest from './ingest.ts';
import * as ofrep from './ofrep.ts';
import * as operations from './operations.ts';
import * as performance from './performance.ts';

/** Every named shape of the wire. Types, validators and the OpenAPI document come from here. */
export const schemas = {
  ErrorAnswer,
  RegisterBody: devices.RegisterBody,
  RegisterAnswer: devices.RegisterAnswer,
  IdentifyBody: devices.IdentifyBody,
  IdentifyAnswer: devices.IdentifyAnswer,
  ConfigQuery: devices.ConfigQuery,
  ConfigAnswer: devices.ConfigAnswer,
  DeviceAnswer: devices.DeviceAnswer,
  EventContext: ingest.EventContext,
  IngestEvent: ingest.IngestEvent,
  IngestBody: ingest.IngestBody,
  IngestAnswer: ingest.IngestAnswer,
  CapabilitiesAnswer: ingest.CapabilitiesAnswer,
  CrashReport: crashes.CrashReport,
  CrashAnswer: crashes.CrashAnswer,
  MetricContext: performance.MetricContext,
  Metric: performance.Metric,
  PerformanceBody: performance.PerformanceBody,
  PerformanceAnswer: performance.PerformanceAnswer,
  Condition: evaluation.Condition,
  Rule: evaluation.Rule,
  EvaluateBody: evaluation.EvaluateBody,
  EvaluateAnswer: evaluation.EvaluateAnswer,
  RulesetFlag: evaluation.RulesetFlag,
  RulesetExperiment: evaluation.RulesetExperiment,
  RulesetAnswer: evaluation.RulesetAnswer,
  OfrepBody: ofrep.OfrepBody,
  OfrepEvaluation: ofrep.OfrepEvaluation,
  OfrepFailure: ofrep.OfrepFailure,
  OfrepBulkEvaluation: ofrep.OfrepBulkEvaluation,
  OpenFeatureManifest: ofrep.OpenFeatureManifest,
  ListQuery: admin.ListQuery,
  EnvironmentQuery: admin.EnvironmentQuery,
  EventsQuery: admin.EventsQuery,
  EventRow: admin.EventRow,
  EventsAnswer: admin.EventsAnswer,
  EventCountAnswer: admin.EventCountAnswer,
  FailedEventsQuery: admin.FailedEventsQuery,
  FailedEventRow: admin.FailedEventRow,
  FailedEventsAnswer: admin.FailedEventsAnswer,
  PlansBody: admin.PlansBody,
  PlansAnswer: admin.PlansAnswer,
  NewProjectBody: admin.NewProjectBody,
  NewProjectAnswer: admin.NewProjectAnswer,
  ProjectPatch: admin.ProjectPatch,
  ProjectAnswer: admin.ProjectAnswer,
  ProjectsAnswer: admin.ProjectsAnswer,
  NewEnvironmentBody: admin.NewEnvironmentBody,
  EnvironmentAnswer: admin.EnvironmentAnswer,
  EnvironmentsAnswer: admin.EnvironmentsAnswer,
  NewKeyBody: admin.NewKeyBody,
  NewKeyAnswer: admin.NewKeyAnswer,
  KeysAnswer: admin.KeysAnswer,
  UsageAnswer: admin.UsageAnswer,
  NewFlagBody: flags.NewFlagBody,
  FlagPatch: flags.FlagPatch,
  FlagRow: flags.FlagRow,
  FlagsQuery: flags.FlagsQuery,
  FlagAnswer: flags.FlagAnswer,
  FlagsAnswer: flags.FlagsAnswer,
  RulesBody: flags.RulesBody,
  RolloutBody: flags.RolloutBody,
  KillBody: flags.KillBody,
  CopyTargetingBody: flags.CopyTargetingBody,
  Targeting: flags.Targeting,
  TargetingQuery: flags.TargetingQuery,
  TargetingAnswer: flags.TargetingAnswer,
  ExplainBody: flags.ExplainBody,
  ExplainAnswer: flags.ExplainAnswer,
  ExperimentVariant: experiments.ExperimentVariant,
  ExperimentMetric: experiments.ExperimentMetric,
  NewExperimentBody: experiments.NewExperimentBody,
  ExperimentPatch: experiments.ExperimentPatch,
  ExperimentRow: experiments.ExperimentRow,
  ExperimentsQuery: experiments.ExperimentsQuery,
  CompleteBody: experiments.CompleteBody,
  ExperimentAnswer: experiments.ExperimentAnswer,
  ExperimentsAnswer: experiments.ExperimentsAnswer,
  NewGroupBody: groups.NewGroupBody,
  GroupPatch: groups.GroupPatch,
  GroupRow: groups.GroupRow,
  GroupsQuery: groups.GroupsQuery,
  NewMemberBody: groups.NewMemberBody,
  GroupMemberRow: groups.GroupMemberRow,
  GroupAnswer: groups.GroupAnswer,
  GroupsAnswer: groups.GroupsAnswer,
  GroupMemberAnswer: groups.GroupMemberAnswer,
  GroupMembersAnswer: groups.GroupMembersAnswer,
  ChangeRow: changes.ChangeRow,
  ChangesQuery: changes.ChangesQuery,
  ChangeAnswer: changes.ChangeAnswer,
  ChangesAnswer: changes.ChangesAnswer,
  DefinitionsAnswer: changes.DefinitionsAnswer,
  OfrepStreamQuery: ofrep.OfrepStreamQuery,
  HealthAnswer: operations.HealthAnswer,
  ReadyAnswer: operations.ReadyAnswer,
};

export type SchemaName = keyof typeof schemas;

/** The TypeScript type of each named shape: `Wire['IngestBody']`. */
export type Wire = { [Name in SchemaName]: Type.Static<(typeof schemas)[Name]> };
