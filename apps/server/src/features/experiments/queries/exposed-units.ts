import { NONE, valueName } from '../../insights/queries/insight-params.ts';

/** Of SDKs that send an exposure for every assignment that counts, and none for one that does not. */
export const OWN_SDK_PREFIX = '@lamppost/';

/** Of a segment as stores have it: a sign and the value, or nothing. */
export const segmentName = (value: string): string => (value === '' ? NONE : valueName(value.slice(1)));
