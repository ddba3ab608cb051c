import type { JsonObject } from '@lamppost/protocol';
import { compact, idOf, membersOf, textOf } from '../members.ts';

const FLAG_PREFIX = '$feature/';
const platformsByLibrary: Readonly<Record<string, string>> = {
  web: 'web',
  js: 'web',
  'posthog-ios': 'ios',
  'posthog-android': 'android',
};

/** Who, where and with which flags, from the properties in which PostHog's clients say it. */
export function posthogContext(message: JsonObject, members: JsonObject): JsonObject {
  return compact({
    user: personOf(message, members),
    device: compact({
      id: textOf(members.$device_id),
      platform: platformOf(members),
      model: textOf(members.$device_model) ?? textOf(members.$device_name),
      type: textOf(members.$device_type),
      os_name: textOf(members.$os_name) ?? textOf(members.$os),
      os_version: textOf(members.$os_version),
      locale: textOf(members.$locale) ?? textOf(members.$browser_language),
      timezone: textOf(members.$timezone),
    }),
    app: compact({
      version: textOf(members.$app_version),
      build: textOf(members.$app_build),
      namespace: textOf(members.$app_namespace),
    }),
    sdk: compact({ name: textOf(members.$lib), version: textOf(members.$lib_version) }),
    session: compact({ id: textOf(members.$session_id) }),
    account: compact({ id: accountOf(members) }),
    flags: flagsOf(members),
  });
}

/** A browser's distinct id is the device's until somebody signs in; a server's is always a user's. */
function personOf(message: JsonObject, members: JsonObject): JsonObject {
  const distinctId = idOf(message.distinct_id ?? members.distinct_id);
  const deviceId = textOf(members.$device_id);
  if (message.event === '$groupidentify' && typeof distinctId === 'string' && distinctId.startsWith('$')) return {};
  if (message.event === '$create_alias') return compact({ id: distinctId, anonymous_id: textOf(members.alias) });
  const isAnonymous =
    message.event !== '$identify' &&
    (members.$is_identified === false || (deviceId !== undefined && distinctId === deviceId));
  if (isAnonymous) return compact({ anonymous_id: distinctId });
  return compact({ id: distinctId, anonymous_id: textOf(members.$anon_distinct_id) ?? deviceId });
}

function platformOf(members: JsonObject): string | undefined {
  const library = textOf(members.$lib) ?? '';
  return (
    platformsByLibrary[library] ??
    (members.$is_server === true || /node|python|php|ruby|go$/.test(library) ? 'server' : undefined)
  );
}

function accountOf({ $groups, $group_key: key }: JsonObject): string | undefined {
  const groups = Object.values(membersOf($groups));
  return textOf(key) ?? (groups.length === 1 ? textOf(groups[0]) : undefined);
}

function flagsOf(members: JsonObject): JsonObject {
  const entries = Object.entries(members).filter(([name]) => name.startsWith(FLAG_PREFIX));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(FLAG_PREFIX.length), value]));
}
