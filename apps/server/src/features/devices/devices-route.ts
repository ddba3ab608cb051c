import { ApiError, clientConfig, invalidField, limits } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import type { OpenStreams } from '../../http/streaming/open-streams.ts';
import type { ConfigDelivery } from '../delivery/config-delivery.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { deviceRow } from './device-row.ts';
import type { DeviceProfile } from './device-store.ts';

const scopeOf = ({ projectId, environment }: ProjectAccess) => ({ projectId, environmentId: environment.id });
const unknownDevice = () => new ApiError('NOT_FOUND', 'No such device in this environment');

export interface DevicesRouteDeps {
  readonly devices: DeviceRegistry;
  readonly state: EdgeState;
  readonly delivery: ConfigDelivery;
  readonly streams: OpenStreams;
}

/** Devices register, are told who their user is, and can be looked at. */
export function registerDevicesRoute(fastify: FastifyInstance, deps: DevicesRouteDeps): void {
  const { devices, state, delivery, streams } = deps;
  const assignmentsOf = (profile: DeviceProfile) => {
    const { flags, experiments } = delivery.assignments(profile);
    return { flag_assignments: flags, experiment_assignments: experiments };
  };

  handle(fastify, 'registerDevice', async ({ reply, access, body, receivedAtMs }) => {
    const { profile, isNew } = await devices.register(scopeOf(access), body, receivedAtMs);
    streams.tellSoon(access.environment.id);
    reply.code(isNew ? 201 : 200);
    return {
      data: {
        device_id: profile.deviceId,
        anonymous_id: profile.anonymousId,
        ...assignmentsOf(profile),
        config: clientConfig,
      },
    };
  });

  handle(fastify, 'identifyDevice', async ({ access, body, param, receivedAtMs }) => {
    const deviceId = param('deviceId');
    if (deviceId.length > limits.idLength)
      throw invalidField('deviceId', `must have at most ${limits.idLength} characters`);
    const identified = await devices.identify(scopeOf(access), deviceId, body, receivedAtMs);
    if (identified === undefined) throw unknownDevice();
    streams.tellSoon(access.environment.id);
    return {
      data: {
        device_id: identified.profile.deviceId,
        user_id: body.user_id,
        anonymous_id: identified.profile.anonymousId,
        merge_id: identified.mergeId,
        merge_status: identified.mergeStatus,
        ...assignmentsOf(identified.profile),
      },
    };
  });

  handle(fastify, 'showDevice', async ({ access, query, param }) => {
    const environment = environmentOf(state, access, query.environment_id);
    const profile = await devices.find(environment.id, param('deviceId'));
    if (profile === undefined) throw unknownDevice();
    return { data: deviceRow(profile) };
  });

  handle(fastify, 'listDevices', async ({ access, query }) => {
    const { id: environmentId } = environmentOf(state, access, query.environment_id);
    const filter = { environmentId, ...omitUndefined({ search: query.search, userId: query.user_id }) };
    return listResponse(await devices.list(filter, pageRequest(query, 50)), deviceRow);
  });
}
