import type { IncomingHttpHeaders } from 'node:http';
import type { Wire } from '@lamppost/protocol';
import type { ProjectAccess } from '../../http/access/project-access.ts';

import { omitUndefined } from '../../http/request/omit-undefined.ts';
import type { ConfigRequest, ConfigResponse } from './config-delivery.ts';

/** Whose configuration a request asks for: the header wins over the query. */
export function configRequest(
  headers: IncomingHttpHeaders,
  access: ProjectAccess,
  query: Wire['ConfigQuery'],
): ConfigRequest {
  return {
    environmentId: access.environment.id,
    ...omitUndefined({
      deviceId: deviceHeader(headers['x-device-id']) ?? present(query.device_id),
      userId: present(query.user_id),
      anonymousId: present(query.anonymous_id),
      platform: present(query.platform),
      appVersion: present(query.app_version),
      locale: present(query.locale),
      country: present(query.country),
    }),
  };
}

/** 304 when the client has this answer already, which is known without evaluating. */
export function configReply(response: ConfigResponse, headers: IncomingHttpHeaders) {
  const replyHeaders = {
    ETag: response.etag,
    Vary: 'Authorization, X-Environment, X-Device-ID',
    'Cache-Control': response.isKnownDevice ? 'private, max-age=60, stale-while-revalidate=300' : 'private, no-store',
  };
  if (response.isKnown(headers['if-none-match'])) return { status: 304, headers: replyHeaders };
  return { status: 200, headers: replyHeaders, body: response.json() };
}

/** Header values arrive as latin1; ids are UTF-8. */
export function deviceHeader(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  return isAscii(header) ? header : Buffer.from(header, 'latin1').toString('utf8');
}

const isAscii = (text: string): boolean => !/[^\u0000-\u007f]/.test(text);
const present = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
