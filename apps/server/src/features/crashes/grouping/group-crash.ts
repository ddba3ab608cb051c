import { createHash } from 'node:crypto';
import type { CrashReport } from '../report/crash-report.ts';
import { cutText } from '../report/cut-text.ts';
import type { CrashFrame } from './crash-frame.ts';
import type { GroupingKey, GroupingKind } from './grouping-key.ts';
import { type GroupingRule, groupingRules, LATEST_RULE } from './grouping-rules.ts';

const titleLength = 200;
const defaultPlaceholder = /^\s*\{\{\s*default\s*\}\}\s*$/;

export interface CrashGrouping {
  readonly rule: GroupingRule;
  /** 128 bits in hexadecimal digits; reports with the same one are one group. */
  readonly fingerprint: string;
  readonly title: string;
  /** Where it broke: the innermost frame of the app, else the innermost of all. */
  readonly culprit?: string;
  readonly reason: { readonly kind: GroupingKind; readonly used: readonly string[] };
}

/** Decides which group a report belongs to, and says why. The same report and rule always give the same answer. */
export function groupCrash(report: CrashReport, rule: GroupingRule = LATEST_RULE): CrashGrouping {
  const key = groupingRules[rule](report);
  const culprit = culpritOf(key.frames.length > 0 ? key.frames : (report.exceptions[0]?.frames ?? []));
  return {
    rule,
    ...decide(report, rule, key),
    title: titleOf(report),
    ...(culprit === undefined ? {} : { culprit }),
  };
}

function decide(
  { fingerprint }: CrashReport,
  rule: GroupingRule,
  key: GroupingKey,
): Pick<CrashGrouping, 'fingerprint' | 'reason'> {
  const byRule = [`rule ${rule}`, ...key.parts];
  if (fingerprint === undefined) return { fingerprint: hash(byRule), reason: { kind: key.kind, used: key.used } };
  // Without the placeholder a fingerprint of the sender's own outlives every change of the rule.
  const parts = fingerprint.flatMap((part) => (defaultPlaceholder.test(part) ? byRule : [`own ${part}`]));
  const used = fingerprint.flatMap((part) => (defaultPlaceholder.test(part) ? key.used : [`Fingerprint ${part}`]));
  const isDefault = fingerprint.every((part) => defaultPlaceholder.test(part));
  return {
    fingerprint: hash(isDefault ? byRule : ['override', ...parts]),
    reason: { kind: isDefault ? key.kind : 'override', used: isDefault ? key.used : used },
  };
}

const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** What the outermost exception says; a chain is named by its root, where the cause is. */
function titleOf({ exceptionType, exceptionMessage, exceptions }: CrashReport): string {
  const root = exceptions.at(-1);
  const type = root?.type ?? exceptions[0]?.type ?? exceptionType ?? 'Crash';
  const message = root?.message ?? exceptionMessage ?? '';
  const line = message.split('\n', 1)[0]?.trim() ?? '';
  return cutText(line === '' ? type : `${type}: ${line}`, titleLength);
}

function culpritOf(frames: readonly CrashFrame[]): string | undefined {
  const isNameable = (frame: CrashFrame) => placeOf(frame) !== undefined || frame.function !== undefined;
  const frame = frames.find((one) => one.isInApp && isNameable(one)) ?? frames.find(isNameable);
  if (frame === undefined) return undefined;
  const place = placeOf(frame);
  const name = frame.function;
  if (name === undefined) return place;
  return cutText(place === undefined ? name : `${name} in ${place}`, titleLength);
}

/** The class, else the file without its folders, else the image. */
function placeOf({ module, file, imageName }: CrashFrame): string | undefined {
  const place = module ?? file ?? imageName;
  const end = place?.search(/[?#]/) ?? -1;
  const path = end > 0 ? place?.slice(0, end) : place;
  return path === undefined ? undefined : cutText(path.slice(path.lastIndexOf('/') + 1), titleLength);
}
