/** A rule for texts, and how it is told to anyone who has sent another one: behind the name of the field. */
export interface TextPattern {
  readonly pattern: string;
  readonly sentence: string;
}

const slug = (least: string, max: number) =>
  `must start with a lowercase letter and have ${least} ${max} lowercase letters, digits and hyphens`;

/** Every pattern of a schema is one of these, so that nobody is ever told a regular expression. */
export const textPatterns = {
  uuid: {
    pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    sentence: 'must be a UUID such as 018f2f6e-7c1a-7000-8000-000000000001',
  },
  slug: { pattern: '^[a-z][a-z0-9-]{0,31}$', sentence: slug('at most', 32) },
  projectSlug: { pattern: '^[a-z][a-z0-9-]{1,62}$', sentence: slug('2 to', 63) },
  key: {
    pattern: '^[a-z][a-z0-9_]{1,127}$',
    sentence: 'must start with a lowercase letter and have 2 to 128 lowercase letters, digits and underscores',
  },
  groupKey: {
    pattern: '^[a-z][a-z0-9_-]{0,127}$',
    sentence:
      'must start with a lowercase letter and have at most 128 lowercase letters, digits, underscores and hyphens',
  },
  email: {
    pattern: '^[^\\s@]{1,64}@[^\\s@]{1,190}$',
    sentence: 'must be an email address such as ada@example.org',
  },
  day: { pattern: '^\\d{4}-\\d{2}-\\d{2}$', sentence: 'must be a day such as 2027-03-31' },
  timeOfDay: { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', sentence: 'must be a time of day such as 09:00' },
  duration: {
    pattern: '^\\d+(d|h|m)$',
    sentence: 'must be a number of days, hours or minutes such as 7d, 24h or 30m',
  },
  timeSpan: {
    pattern: '^[1-9]\\d{0,6}(m|h|d|w|mo|q|y)$',
    sentence: 'must be a span such as 90m, 24h, 7d, 4w, 3mo, 2q or 1y',
  },
  sessionBreakdown: {
    pattern: '^(version|device|country|os|platform|(flag|experiment):.{1,128})$',
    sentence: 'must be version, device, country, os, platform, flag:<key> or experiment:<key>',
  },
  metricBreakdown: {
    pattern: '^(version|device|country|os|platform|network_type|(flag|experiment):.{1,128})$',
    sentence: 'must be version, device, country, os, platform, network_type, flag:<key> or experiment:<key>',
  },
  printable: {
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
    sentence: 'must not contain control characters',
  },
  printableOrEmpty: {
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    sentence: 'must not contain control characters',
  },
  debugId: {
    pattern: '^[0-9A-Fa-f-]{4,128}$',
    sentence: 'must have 4 to 128 hexadecimal digits and hyphens',
  },
  sha256: { pattern: '^[0-9a-f]{64}$', sentence: 'must have 64 lowercase hexadecimal digits' },
  digits: { pattern: '^[0-9]+$', sentence: 'must have digits only' },
  errorCode: { pattern: '^[A-Z_]+$', sentence: 'must have uppercase letters and underscores only' },
} as const satisfies Readonly<Record<string, TextPattern>>;

const sentences: ReadonlyMap<string, string> = new Map(
  Object.values(textPatterns).map(({ pattern, sentence }) => [pattern, sentence]),
);

/** Undefined for a pattern that no schema has. */
export const patternSentence = (pattern: string): string | undefined => sentences.get(pattern);
