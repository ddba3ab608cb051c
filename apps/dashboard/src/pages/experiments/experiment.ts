import type { Wire } from '@lamppost/protocol';

export type Experiment = Wire['ExperimentRow'];
export type ExperimentStatus = Experiment['status'];
export type Unit = Experiment['unit'];
export type Analysis = Experiment['analysis'];

export const unitWords: Readonly<
  Record<Unit, { readonly label: string; readonly many: string; readonly detail: string }>
> = {
  auto: { label: 'User or device', many: 'users', detail: 'The signed-in user, otherwise the device' },
  device: { label: 'Device', many: 'devices', detail: 'Same variant before and after sign-in' },
  user: { label: 'User', many: 'users', detail: 'Signed-in users only' },
};
