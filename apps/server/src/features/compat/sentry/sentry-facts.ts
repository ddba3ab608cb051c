import type { JsonObject } from '@lamppost/protocol';
import { compact, membersOf, textOf } from '../members.ts';

const mobile: Readonly<Record<string, string>> = { cocoa: 'ios', swift: 'ios', objc: 'ios' };

/** What an event of Sentry says about the app, the device and the user. Of a user only the id is kept. */
export function sentryFacts(event: JsonObject) {
  const contexts = membersOf(event.contexts);
  const os = membersOf(contexts.os);
  const { version, build } = releaseOf(textOf(event.release));
  return {
    platform: platformOf(textOf(event.platform) ?? '', textOf(os.name) ?? ''),
    appVersion: version,
    buildNumber: textOf(event.dist) ?? build,
    osName: textOf(os.name),
    osVersion: textOf(os.version)?.trim(),
    deviceModel: textOf(membersOf(contexts.device).model),
    userId: textOf(membersOf(event.user).id),
    flags: flagsOf(contexts),
  };
}

/** `shop@1.2.3+45` is version 1.2.3 and build 45. */
export function releaseOf(release: string | undefined): { version?: string; build?: string } {
  if (release === undefined) return {};
  const [version = '', build] = release.slice(release.lastIndexOf('@') + 1).split('+', 2);
  return build === undefined ? { version } : { version, build };
}

function platformOf(platform: string, osName: string): string {
  if (platform === 'javascript') return 'web';
  if (/^android$/i.test(osName)) return 'android';
  return mobile[platform] ?? 'server';
}

function flagsOf({ flags }: JsonObject): JsonObject {
  const { values } = membersOf(flags);
  const rows = (Array.isArray(values) ? values : []).map(membersOf);
  return compact(Object.fromEntries(rows.map(({ flag, result }) => [textOf(flag) ?? '', result])));
}

/** Sentry's times are seconds, or ISO. */
export function isoOfSeconds(time: unknown): string | undefined {
  if (typeof time === 'string') return time;
  const isUsable = typeof time === 'number' && time > 0 && time < MAX_SECONDS;
  return isUsable ? new Date(Math.round(time * 1000)).toISOString() : undefined;
}

const MAX_SECONDS = 8_640_000_000_000;
