/**
 * Events that Lamppost's own code sends or reads. Names that begin with `$` are its own; everything else is named by
 * apps. This is the only place that spells them: SDKs, which must stay small, check their literals against `SystemEvent`.
 */
export const SYSTEM_EVENTS = {
  sessionStart: '$session_start',
  flagExposure: '$flag_exposure',
  experimentExposure: '$experiment_exposure',
  eventsDropped: '$events_dropped',
  bootGuard: '$boot_guard',
  appInstall: '$app_install',
  appUpdate: '$app_update',
  pageview: '$pageview',
  screen: '$screen',
  click: '$click',
  formSubmit: '$form_submit',
  identify: '$identify',
  group: '$group',
} as const;

export type SystemEvent = (typeof SYSTEM_EVENTS)[keyof typeof SYSTEM_EVENTS];

/** What an event is called that has a type and no name of its own. */
export const NAMES_OF_TYPES = {
  page: SYSTEM_EVENTS.pageview,
  screen: SYSTEM_EVENTS.screen,
  identify: SYSTEM_EVENTS.identify,
  group: SYSTEM_EVENTS.group,
} as const;
