import type { Wire } from '@lamppost/protocol';

export type Experiment = Wire['ExperimentRow'];
export type ExperimentStatus = Experiment['status'];
export type Unit = Experiment['unit'];
export type Analysis = Experiment['analysis'];

export const unitWords: Readonly<
  Record<Unit, { readonly label: string; readonly many: string; readonly detail: string }>
> = {
  auto: { label: 'Person', many: 'people', detail: 'The user when one is signed in, else the device.' },
  device: { label: 'Device', many: 'devices', detail: 'The same variant before and after signing in.' },
  user: { label: 'User', many: 'users', detail: 'Only people who are signed in take part.' },
};
