import type { ChangesElsewhere } from '../control/change-elsewhere.ts';
import type { EdgeState } from '../edge/edge-state.ts';
import type { SessionCache } from '../edge/sessions/session-cache.ts';
import type { DeviceCache } from '../features/devices/device-cache.ts';
import type { OpenStreams } from '../http/streaming/open-streams.ts';

interface Remembering {
  readonly devices: DeviceCache;
  readonly sessions: SessionCache;
  readonly streams: OpenStreams;
  readonly state: EdgeState;
}

/** What another edge has changed is not answered from memory any more, and streams that it concerns are told. */
export function forgetChangesElsewhere(
  elsewhere: ChangesElsewhere,
  { devices, sessions, streams, state }: Remembering,
): void {
  elsewhere.on((change) => {
    switch (change.kind) {
      case 'device':
        devices.forgetDevices(change.environmentId, [change.deviceId]);
        streams.tellSoon(change.environmentId);
        return;
      case 'user':
        devices.forgetUser(change.environmentId, change.userId);
        streams.tellSoon(change.environmentId);
        return;
      case 'groups':
        for (const { id } of state.environmentsOf(change.projectId)) devices.forgetUser(id, change.userId);
        return;
      case 'member':
        sessions.forget(change.memberId);
        return;
      case 'everything':
        devices.forgetEverything();
        sessions.forgetEverybody();
        for (const { id } of state.environments()) streams.tellSoon(id);
    }
  });
}
