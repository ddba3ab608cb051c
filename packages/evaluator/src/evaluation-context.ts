/**
 * For whom a flag is evaluated. Any JSON is survived: a fact that is neither a text nor a number is missing, and so is
 * an empty one.
 */
export interface EvaluationContext {
  readonly userId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly anonymousId?: string | undefined;
  readonly platform?: string | undefined;
  readonly country?: string | undefined;
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
  readonly appVersion?: string | undefined;
  readonly buildNumber?: string | undefined;
  readonly osName?: string | undefined;
  readonly osVersion?: string | undefined;
  readonly deviceModel?: string | undefined;
  readonly environment?: string | undefined;
  /** Keys of the groups that the user is in, beside those that the ruleset knows of. */
  readonly groups?: ReadonlySet<string> | readonly string[] | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Names that conditions use for facts; any other name but `user_group` and `user_cohort` is an attribute. */
export const builtInFields = {
  user_id: 'userId',
  device_id: 'deviceId',
  anonymous_id: 'anonymousId',
  platform: 'platform',
  country: 'country',
  locale: 'locale',
  timezone: 'timezone',
  app_version: 'appVersion',
  build_number: 'buildNumber',
  os_name: 'osName',
  os_version: 'osVersion',
  device_model: 'deviceModel',
  environment: 'environment',
} as const satisfies Record<string, keyof EvaluationContext>;

export type BuiltInField = keyof typeof builtInFields;

export const isBuiltInField = (field: string): field is BuiltInField => Object.hasOwn(builtInFields, field);
