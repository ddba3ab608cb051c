import type { DeviceAge, Platform } from './device-models.ts';

/**
 * What is true of the demo's people, in one place: an analysis of the events should find these numbers again.
 * Rates are shares of 1; everything that is not said here follows from the way a session goes (script-session.ts).
 */
export const behaviour = {
  /** Of checkouts that are started, by those who are not in the treatment. */
  checkoutCompletion: { ios: 0.66, android: 0.59, web: 0.51 } satisfies Record<Platform, number>,
  /** The treatment of the checkout experiment, relative to the above. */
  checkoutLift: 0.12,
  /** Of checkouts: those that end as the person's others do, so that a lift of checkouts is one of people, too. */
  traitShare: 0.6,

  /** Of recipes that are looked at without a plan: the share that is saved, and by how much more with larger cards. */
  saving: 0.08,
  savingLift: 0.35,

  /** Of sessions with the treatment of the home screen that has a save button: those that use it, whatever else they do. */
  savingAtHome: 0.19,

  /** Of sessions on phones, with recipes whose videos start by themselves: the crash that comes with it. */
  videoCrash: 0.13,

  /** Of web and Android devices in the treatment of the greeting: those that a cached page shows the control to. */
  cachedGreeting: 0.8,

  /** Of sessions that look at recipes in order to shop: the share that puts something into the basket. */
  cartRate: { ios: 0.62, android: 0.55, web: 0.44 } satisfies Record<Platform, number>,
  /** Of sessions with a basket: the share that goes to the checkout. */
  checkoutRate: { ios: 0.66, android: 0.6, web: 0.5 } satisfies Record<Platform, number>,

  /** Of sessions: the crash that comes with the flag `photo_search`, by whether it is on. */
  photoCrash: { on: 0.013, off: 0.001 },
  /** Of sessions on the bad release: the crash that it brought. */
  badReleaseCrash: 0.024,
  /** Of sessions: all other crashes together. */
  otherCrashes: { ios: 0.0022, android: 0.0034, web: 0.0019 } satisfies Record<Platform, number>,

  /** Median milliseconds of a cold start; the deviation of its logarithm is `startSigma`. */
  coldStartMs: { new: 620, middle: 1_050, old: 2_150 } satisfies Record<DeviceAge, number>,
  startSigma: 0.38,
  /** The bad release, relative to the others. */
  badReleaseStart: 1.45,
  /** A warm start, relative to a cold one. */
  warmStart: 0.31,

  /** Share of people who never come back after their first day. */
  oneDayOnly: 0.36,
  /** Of people who stay. */
  signsUp: 0.74,
  hasSecondDevice: 0.13,
  subscribes: 0.09,

  /** Of sessions: those of which the SDK sends performance metrics. */
  metricSampling: 0.25,

  /** Dirt. Of batches: sent twice. Of events: refused by the server. Of devices: with a wrong clock. */
  resentBatches: 0.008,
  brokenEvents: 0.0004,
  wrongClocks: 0.012,
  /** Of identify calls: made hours or days after the sign-up. */
  lateIdentifies: 0.05,
} as const;

/** An evening on which payments failed: hours of UTC, on a day that lies so many days before the last one. */
export const incident = {
  daysBeforeLast: 16,
  fromHour: 16,
  toHour: 20,
  paymentFailure: 0.62,
  serverErrors: 0.3,
} as const;
export const usualPaymentFailure = 0.045;
