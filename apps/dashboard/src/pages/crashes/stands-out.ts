import type { Wire } from '@lamppost/protocol';

export type CrashGroupDetails = Wire['CrashGroupAnswer']['data'];
export type Distributions = CrashGroupDetails['distributions'];
export type Dimension = keyof Distributions;
export type Share = Distributions[Dimension][number];

export interface Finding {
  readonly dimension: Dimension;
  readonly share: Share;
  readonly ratio: number;
}

/** Below this, a value is hardly worth a sentence. */
const LEAST_RATIO = 1.5;
const LEAST_SESSIONS = 3;
const MAX_FINDINGS = 5;

/** Values that are more common among crashed sessions than chance explains; the surest first. */
export function standsOut(distributions: Distributions): readonly Finding[] {
  const findings = Object.entries(distributions).flatMap(([dimension, shares]) =>
    shares.flatMap((share): (Finding & { lower: number })[] => {
      const { over_representation: over, value, crashed_sessions: crashed } = share;
      if (over === null || value === null || over.lower <= 1 || over.ratio < LEAST_RATIO) return [];
      if (crashed < LEAST_SESSIONS) return [];
      return [{ dimension: dimension as Dimension, share, ratio: over.ratio, lower: over.lower }];
    }),
  );
  return findings
    .toSorted((a, b) => b.lower - a.lower)
    .slice(0, MAX_FINDINGS)
    .map(({ lower: _, ...finding }) => finding);
}

/** "with photo_search = true", "in version 4.11.0": what sessions of a value have in common. */
export function valueWords(dimension: Dimension, { key, value }: Pick<Share, 'key' | 'value'>): string {
  const said = value ?? '(not set)';
  switch (dimension) {
    case 'app_version':
      return `in version ${said}`;
    case 'country':
      return `in ${said}`;
    case 'flag':
      return `with ${key} = ${said}`;
    case 'experiment':
      return `in variant ${said} of ${key}`;
    default:
      return `on ${said}`;
  }
}

/** Three digits at most: 7.2, 12, 1.55. */
export const ratioText = (ratio: number): string =>
  ratio.toLocaleString('en', { maximumSignificantDigits: ratio < 2 ? 3 : 2, useGrouping: false });

/** "7.2 × more often with photo_search = true" */
export function findingSentence({ dimension, share, ratio }: Finding): string {
  const words = valueWords(dimension, share);
  if (share.share_of_crashed === 100) return `Only ${words}`;
  return `${ratioText(ratio)} × more often ${words}`;
}

export const dimensionWords: Readonly<Record<Dimension, string>> = {
  app_version: 'Version',
  platform: 'Platform',
  os: 'Operating system',
  device_model: 'Device',
  country: 'Country',
  flag: 'Flag',
  experiment: 'Experiment',
};
