import { routes } from '@lamppost/protocol';
import { whenKnown } from '../../engines/soon.ts';
import { type HotRoute, isOfBrowser } from '../../http/hot/hot-path.ts';
import type { ConfigDelivery } from './config-delivery.ts';
import { configReply, deviceHeader } from './config-reply.ts';

/** GET /v1/config whose identity is in the header, as SDKs ask it. */
export const hotConfig = (delivery: ConfigDelivery): HotRoute => ({
  name: 'config',
  matches: ({ method, url, headers }) => method === 'GET' && url === routes.config.path && !isOfBrowser(headers),
  work: ({ headers }, key) => {
    const environmentId = key.environment.id;
    const deviceId = deviceHeader(headers['x-device-id']);
    const response = delivery.response(deviceId === undefined ? { environmentId } : { environmentId, deviceId });
    return whenKnown(response, (known) => configReply(known, headers));
  },
});
