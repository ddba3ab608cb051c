import { hash } from 'node:crypto';

/** Everything that decides what a configuration answer says. */
export interface ConfigTagInputs {
  /** Versions and revisions below are counted in it. */
  readonly generation: string;
  readonly environmentId: string;
  readonly configVersion: number;
  readonly deviceId: string | undefined;
  /** Identity parameters of the query, as sent, in a fixed order. */
  readonly identity: readonly (string | undefined)[];
  readonly boundUserId: string | null;
  readonly deviceRevision: number;
  readonly userRevision: number;
  /** Cohorts that rules name and the user is in; undefined where they name none. */
  readonly cohorts?: readonly string[] | undefined;
}

/** The entity tag, quotes included; made without evaluating anything. */
export function configTag(inputs: ConfigTagInputs): string {
  const { generation, environmentId, configVersion, deviceId, identity } = inputs;
  const { boundUserId, deviceRevision, userRevision } = inputs;
  const asked = [environmentId, configVersion, deviceId ?? null, identity];
  const ofCohorts = inputs.cohorts === undefined ? [] : [inputs.cohorts];
  const parts = [generation, ...asked, boundUserId, deviceRevision, userRevision, ...ofCohorts];
  return `"${hash('sha1', JSON.stringify(parts), 'base64url')}"`;
}

/** Weak comparison against an If-None-Match header: a list of tags, or `*`. */
export function isTagKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, known]) => known === tag);
}
