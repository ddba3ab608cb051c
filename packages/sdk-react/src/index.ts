'use client';

export type { Bootstrap, ExperimentVariant, Properties } from '@lamppost/sdk-core';
export type { LamppostClient } from './lamppost-client.ts';
export { LamppostErrorBoundary, type LamppostErrorBoundaryProps } from './lamppost-error-boundary.ts';
export { LamppostProvider, type LamppostProviderProps } from './lamppost-provider.ts';
export { useExperiment } from './use-experiment.ts';
export { useFlag } from './use-flag.ts';
export { useFlags } from './use-flags.ts';
export { useLamppost } from './use-lamppost.ts';
export { useReady } from './use-ready.ts';
export { useTrack } from './use-track.ts';
