export { contextFromWire } from '@lamppost/evaluator';
export type {
  AppFacts,
  BeforeSend,
  CapturedError,
  ExperimentVariant,
  Measurement,
  Outgoing,
  OutgoingCrash,
  OutgoingEvent,
  OutgoingMetric,
  Properties,
} from '@lamppost/sdk-core';
export { createLamppost } from './create-lamppost.ts';
export {
  type ExpressErrorMiddleware,
  type ExpressMiddleware,
  expressErrors,
  expressRequests,
} from './express-requests.ts';
export { type FastifyRequestsPlugin, fastifyRequests } from './fastify-requests.ts';
export type {
  FlagDetails,
  FlagReason,
  LamppostUser,
  NodeLamppost,
  NodeOptions,
  NodeStatus,
  RulesetState,
  UserAssignment,
  UserConfig,
  UserContext,
  UserReading,
} from './node-lamppost.ts';
