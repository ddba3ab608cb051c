import type { ErrorCapture, Inspection, LamppostCore, Observation } from '@lamppost/sdk-core';

/** As much of a client as components need; those of `@lamppost/browser` and `@lamppost/react-native` have it. */
export interface LamppostClient
  extends LamppostCore,
    Observation,
    Pick<Inspection, 'inspect' | 'status'>,
    Pick<ErrorCapture, 'captureError'> {}
