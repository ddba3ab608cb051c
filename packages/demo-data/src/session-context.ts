import { bucketingVersion, type EvaluationContext } from '@lamppost/evaluator';
import type { Device, Person } from './person.ts';
import { type Release, releases } from './releases.ts';
import type { Assignments } from './rules-over-time.ts';

const sdks = {
  ios: { name: '@lamppost/react-native', version: '1.4.2' },
  android: { name: '@lamppost/react-native', version: '1.4.0' },
  web: { name: '@lamppost/browser', version: '1.5.1' },
} as const;

export interface ContextFacts {
  readonly person: Person;
  readonly device: Device;
  readonly release: number;
  readonly isKnown: boolean;
  readonly assignments: Assignments;
  readonly configVersion: string;
}

const noAttributes: Readonly<Record<string, unknown>> = {};

/** What the server knows of the same device and user when it evaluates. */
export const evaluationContext = (
  person: Person,
  device: Device,
  release: number,
  isKnown: boolean,
): EvaluationContext => ({
  userId: isKnown ? person.userId : undefined,
  deviceId: device.id,
  anonymousId: device.anonymousId,
  platform: device.platform,
  country: person.market.country,
  locale: person.locale,
  timezone: person.timezone,
  appVersion: (releases[release] as Release).version,
  buildNumber: (releases[release] as Release).build,
  osName: device.model.osName,
  osVersion: device.osVersion,
  deviceModel: device.model.model,
  attributes: isKnown ? userAttributes(person) : noAttributes,
});

/** `attributes` of an identify. */
export const userAttributes = (person: Person): Record<string, unknown> => ({
  plan: person.isSubscriber ? 'plus' : 'free',
  household: person.household,
  diets: person.diets,
  acquisition_channel: person.channel,
  newsletter: person.wantsNewsletter,
});

/** A body of `POST /v1/devices/register`. */
export const deviceFacts = (person: Person, device: Device, release: number): Record<string, unknown> => ({
  device_id: device.id,
  anonymous_id: device.anonymousId,
  platform: device.platform,
  device_model: device.model.model,
  os_name: device.model.osName,
  os_version: device.osVersion,
  app_version: (releases[release] as Release).version,
  build_number: (releases[release] as Release).build,
  locale: person.locale,
  country: person.market.country,
  timezone: person.timezone,
});

/** Where someone came from, as apps keep it from their installation on. */
const attributionOf = ({ channel }: Person): Record<string, string> =>
  channel === 'paid_social' ? { source: channel, campaign: 'autumn_table' } : { source: channel };

/** `context` of events, as JSON, but for what belongs to one session. */
export function eventContext(facts: ContextFacts): string {
  const { person, device, assignments, isKnown } = facts;
  const release = releases[facts.release] as Release;
  const experiments = [...assignments.experiments];
  return JSON.stringify({
    user: isKnown ? { id: person.userId, anonymous_id: device.anonymousId } : { anonymous_id: device.anonymousId },
    device: {
      id: device.id,
      platform: device.platform,
      model: device.model.model,
      os_name: device.model.osName,
      os_version: device.osVersion,
      type: device.model.type,
      locale: person.locale,
      country: person.market.country,
      timezone: person.timezone,
    },
    app: { version: release.version, build: release.build, namespace: 'app.larder', build_channel: 'production' },
    sdk: sdks[device.platform],
    flags: assignments.flags,
    ...(experiments.length === 0
      ? {}
      : {
          experiments: Object.fromEntries(experiments.map(([key, { variantKey }]) => [key, variantKey])),
          experiment_assignments: Object.fromEntries(
            experiments.map(([key, { experimentId, variantKey, subjectKind }]) => [
              key,
              {
                experiment_id: experimentId,
                variant_key: variantKey,
                subject_kind: subjectKind,
                bucketing_version: bucketingVersion,
                assignment_revision: facts.configVersion,
              },
            ]),
          ),
        }),
    attribution: attributionOf(person),
    ...(isKnown ? { account: { plan: person.isSubscriber ? 'plus' : 'free', segment: person.household } } : {}),
  });
}

/** `context` of performance metrics, as JSON, but for what belongs to one session. */
export function metricContext({ person, device, release, isKnown, assignments }: ContextFacts): string {
  return JSON.stringify({
    platform: device.platform,
    app_version: (releases[release] as Release).version,
    build_number: (releases[release] as Release).build,
    os_version: device.osVersion,
    device_model: device.model.model,
    ...(isKnown ? { user_id: person.userId } : {}),
    device_id: device.id,
    country: person.market.country,
    active_flags: assignments.flags,
    active_experiments: Object.fromEntries(
      [...assignments.experiments].map(([key, { variantKey }]) => [key, variantKey]),
    ),
  });
}
