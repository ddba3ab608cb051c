export type {
  BeforeSend,
  Outgoing,
  OutgoingCrash,
  OutgoingEvent,
  OutgoingMetric,
  SharedProperties,
} from '@lamppost/sdk-core';
export { beforeSend } from './before-send.ts';
export type { BrowserPlugin } from './browser-plugin.ts';
export { sharedProperties } from './shared-properties.ts';
export { webContext } from './web-context.ts';
