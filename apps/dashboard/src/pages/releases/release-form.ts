import type { Wire } from '@lamppost/protocol';
import type { Release, ReleaseStatus } from './release-words.ts';

export interface ReleaseForm {
  readonly version: string;
  readonly platform: Release['platform'];
  readonly channel: Release['channel'];
  /** Empty: what follows from the rollout. */
  readonly status: ReleaseStatus | '';
  readonly rolloutPct: number;
  readonly commitSha: string;
  readonly branch: string;
  readonly prNumber: string;
  readonly prTitle: string;
}

export const emptyForm: ReleaseForm = {
  version: '',
  platform: 'ios',
  channel: 'production',
  status: '',
  rolloutPct: 100,
  commitSha: '',
  branch: '',
  prNumber: '',
  prTitle: '',
};

export function formOf(release: Release): ReleaseForm {
  return {
    version: release.version,
    platform: release.platform,
    channel: release.channel,
    status: release.status,
    rolloutPct: release.rollout_pct,
    commitSha: release.commit_sha ?? '',
    branch: release.branch ?? '',
    prNumber: release.pr_number === null ? '' : String(release.pr_number),
    prTitle: release.pr_title ?? '',
  };
}

const textOrNull = (text: string): string | null => text.trim() || null;
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** What a form says, for a new release: what is not filled in is left to the server. */
export function announceBody(form: ReleaseForm): Wire['AnnounceReleaseBody'] {
  const { commit_sha, branch, pr_number, pr_title, ...rest } = patchBody(form);
  return {
    version: form.version.trim(),
    platform: form.platform,
    ...rest,
    ...(commit_sha === null ? {} : { commit_sha }),
    ...(branch === null ? {} : { branch }),
    ...(pr_number === null ? {} : { pr_number }),
    ...(pr_title === null ? {} : { pr_title }),
  };
}

export function patchBody(form: ReleaseForm) {
  return {
    channel: form.channel,
    rollout_pct: form.rolloutPct,
    ...(form.status === '' ? {} : { status: form.status }),
    commit_sha: textOrNull(form.commitSha),
    branch: textOrNull(form.branch),
    pr_number: numberOrNull(form.prNumber),
    pr_title: textOrNull(form.prTitle),
  };
}
