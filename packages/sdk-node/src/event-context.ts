import type { Core } from '@lamppost/sdk-core';
import type { UserContext } from './node-lamppost.ts';

/** Flags and variants that a user was given. */
export interface Given {
  readonly flags: Record<string, unknown>;
  readonly experiments: Record<string, string>;
}

/** The context of an event: of the user, and of nobody's device when there is none. */
export function eventContext({ options, platform }: Core, about?: UserContext | null, given?: Given): object {
  const { app } = options;
  const user = about ?? {};
  return {
    user: { id: user.userId, anonymous_id: user.anonymousId },
    device: {
      id: user.deviceId,
      platform: user.platform ?? platform.facts.platform,
      model: user.deviceModel,
      os_name: user.osName,
      os_version: user.osVersion,
      locale: user.locale,
      country: user.country,
      timezone: user.timezone,
    },
    app: { ...app, version: user.appVersion ?? app?.version, build: user.buildNumber ?? app?.build },
    sdk: platform.sdk,
    session: user.sessionId === undefined ? undefined : { id: user.sessionId },
    ...given,
  };
}

/** What a crash report says of the user in whose request it happened. */
export function reportContext(user: UserContext | null | undefined, given?: Given): Record<string, unknown> {
  if (!user) return {};
  return {
    user_id: user.userId,
    session_id: user.sessionId,
    ...(user.deviceId !== undefined && { device_id: user.deviceId }),
    ...(given && { active_flags: given.flags, active_experiments: given.experiments }),
  };
}
