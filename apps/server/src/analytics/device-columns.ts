/** What a device says of itself, in the order in which it is shown. */
export const deviceColumns = [
  'device_id',
  'anonymous_id',
  'platform',
  'device_model',
  'os_name',
  'os_version',
  'app_version',
  'build_number',
  'locale',
  'country',
  'timezone',
] as const;
