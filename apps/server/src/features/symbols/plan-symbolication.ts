import type { CrashFrame } from '../crashes/grouping/crash-frame.ts';
import type { CrashReport } from '../crashes/report/crash-report.ts';
import { chooseSymbolFile } from './choose-symbol-file.ts';
import type { PlannedFrame, PlannedStack } from './resolve-stack.ts';
import type { SymbolFile, SymbolKind, SymbolWanted } from './symbol-file-store.ts';
import { needOf, type SymbolNeed, wantedBy } from './symbol-need.ts';
import type { MissingSymbols } from './symbolicator.ts';

export interface SymbolicationPlan {
  /** Those of the exceptions, then those of the threads. */
  readonly stacks: readonly PlannedStack[];
  /** What the planned frames refer to. */
  readonly files: readonly SymbolFile[];
  readonly missing: readonly MissingSymbols[];
}

const MAX_MISSING = 50;

/** What each frame of a report needs, in the order of `stacksOf`. */
export interface ReportNeeds {
  readonly needs: readonly (readonly (SymbolNeed | undefined)[])[];
  readonly wanted: SymbolWanted;
}

const stacksOf = (report: CrashReport): readonly (readonly CrashFrame[])[] =>
  [...report.exceptions, ...report.threads].map(({ frames }) => frames);

export function needsOf(report: CrashReport): ReportNeeds {
  const needs = stacksOf(report).map((frames) => frames.map((frame) => needOf(frame, report)));
  return { needs, wanted: wantedBy(needs.flat(), report) };
}

/** Gives every frame the symbol file that suits it best, and notes what is not there. */
export function planSymbolication(
  report: CrashReport,
  { needs }: ReportNeeds,
  found: readonly SymbolFile[],
): SymbolicationPlan {
  const files: SymbolFile[] = [];
  const missing = new Map<string, MissingSymbols>();
  const chosenFor = new Map<string, SymbolFile | undefined>();
  const planFrame = (frame: CrashFrame, need: SymbolNeed | undefined): PlannedFrame => {
    if (need === undefined) return { frame };
    const { offset, ...rest } = { offset: undefined, ...need };
    const key = JSON.stringify(rest);
    if (!chosenFor.has(key)) chosenFor.set(key, chooseSymbolFile(need, found, report));
    const file = chosenFor.get(key);
    const placed = { frame, ...(offset === undefined ? {} : { offset }) };
    if (file === undefined) {
      const lacking = missingFor(need, frame, report);
      if (lacking !== undefined && missing.size < MAX_MISSING) missing.set(JSON.stringify(lacking), lacking);
      return placed;
    }
    if (!files.includes(file)) files.push(file);
    return { ...placed, symbol: files.indexOf(file) };
  };
  const types = [...report.exceptions.map(({ type }) => type), ...report.threads.map(() => undefined)];
  const stacks = stacksOf(report).map((frames, at): PlannedStack => {
    const thrown = types[at];
    const planned = frames.map((frame, index) => planFrame(frame, needs[at]?.[index]));
    return { platform: report.platform, ...(thrown === undefined ? {} : { thrown }), frames: planned };
  });
  return { stacks, files, missing: [...missing.values()] };
}

/** Only of the app's own code, and only where the frame looks as if it had been through a compiler. */
function missingFor(need: SymbolNeed, frame: CrashFrame, report: CrashReport): MissingSymbols | undefined {
  if (!frame.isInApp) return undefined;
  const release = report.context.appVersion ?? null;
  switch (need.family) {
    case 'script': {
      const kind: SymbolKind = need.isBytecode ? 'hermes' : 'sourcemap';
      return { kind, release, file: need.path, debugId: need.debugId ?? null };
    }
    case 'jvm':
      if (!need.isObfuscated) return undefined;
      return { kind: 'proguard', release, file: null, debugId: need.debugIds[0] ?? null };
    case 'native':
      if (frame.function !== undefined) return undefined;
      return {
        kind: report.platform.toLowerCase() === 'android' || report.dialect === 'android-native' ? 'elf' : 'apple',
        release,
        file: need.imageName ?? null,
        debugId: need.debugId ?? null,
      };
  }
}
