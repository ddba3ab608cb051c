import type { JsonObject } from '@lamppost/protocol';
import { textOf } from '../members.ts';

/** Who and where, by the semantic conventions of OpenTelemetry. */
export interface OtlpFacts {
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  readonly deviceId: string | undefined;
  readonly platform: string;
  readonly appVersion: string | undefined;
  readonly serviceName: string | undefined;
  readonly osName: string | undefined;
  readonly osVersion: string | undefined;
  readonly deviceModel: string | undefined;
  readonly sdkName: string | undefined;
  readonly sdkVersion: string | undefined;
}

/** Attributes of the record win over those of the resource. */
export function otlpFacts(resource: JsonObject, own: JsonObject): OtlpFacts {
  const fact = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const text = textOf(own[name]) ?? textOf(resource[name]);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const osName = fact('os.name', 'os.type');
  return {
    userId: fact('user.id', 'enduser.id'),
    sessionId: fact('session.id'),
    deviceId: fact('device.id', 'app.installation.id'),
    platform: platformOf(fact('telemetry.sdk.language'), osName),
    appVersion: fact('service.version'),
    serviceName: fact('service.name'),
    osName,
    osVersion: fact('os.version'),
    deviceModel: fact('device.model.name', 'device.model.identifier'),
    sdkName: fact('telemetry.sdk.name'),
    sdkVersion: fact('telemetry.sdk.version'),
  };
}

function platformOf(language: string | undefined, osName: string | undefined): string {
  if (language === 'webjs') return 'web';
  const os = osName?.toLowerCase() ?? '';
  return os === 'ios' || os === 'android' ? os : 'server';
}
