import type { CrashReport } from '../crashes/report/crash-report.ts';
import { fileNameOf } from './file-name-of.ts';
import { commonParts, scriptPath } from './script-path.ts';
import type { SymbolFile, SymbolKind } from './symbol-file-store.ts';
import type { SymbolNeed } from './symbol-need.ts';

const kindsOf: Readonly<Record<SymbolNeed['family'], readonly SymbolKind[]>> = {
  script: ['sourcemap', 'hermes'],
  jvm: ['proguard'],
  native: ['apple', 'elf'],
};

/** An id is beyond doubt; then the release, the build and the path, in this order. */
const weights = { debugId: 1_000_000, release: 10_000, build: 1_000, bytecode: 500, part: 1 } as const;

/** The file that says most certainly what the frame was. `files` come newest first; of equals the newest is taken. */
export function chooseSymbolFile(
  need: SymbolNeed,
  files: readonly SymbolFile[],
  { context, platform }: Pick<CrashReport, 'context' | 'platform'>,
): SymbolFile | undefined {
  let chosen: SymbolFile | undefined;
  let best = 0;
  for (const file of files) {
    if (!kindsOf[need.family].includes(file.kind)) continue;
    if (file.platform !== null && file.platform.toLowerCase() !== platform.toLowerCase()) continue;
    const score = isNamedBy(file, need) ? weights.debugId : scoreOf(file, need, context);
    if (score > best) {
      best = score;
      chosen = file;
    }
  }
  return chosen;
}

function isNamedBy({ debugId }: SymbolFile, need: SymbolNeed): boolean {
  if (debugId === null) return false;
  return need.family === 'jvm' ? need.debugIds.includes(debugId) : need.debugId === debugId;
}

function scoreOf(file: SymbolFile, need: SymbolNeed, context: CrashReport['context']): number {
  const release = agreement(file.release, context.appVersion);
  const build = agreement(file.build, context.buildNumber);
  if (release === undefined || build === undefined) return 0;
  const shared = release * weights.release + build * weights.build;
  switch (need.family) {
    case 'jvm':
      return release + build === 0 ? 0 : shared;
    case 'native':
      return need.imageName !== undefined && file.file !== null && fileNameOf(file.file) === need.imageName
        ? shared + 1
        : 0;
    case 'script': {
      const bytecode = (file.kind === 'hermes') === need.isBytecode ? weights.bytecode : 0;
      // A composed map is for the one bundle of its release, whatever that is called.
      if (file.file === null) return file.kind === 'hermes' && need.isBytecode && release === 1 ? shared + bytecode : 0;
      const parts = commonParts(scriptPath(file.file), need.path);
      return parts === 0 ? 0 : shared + bytecode + parts * weights.part;
    }
  }
}

/** 1 when both say the same, 0 when the file is for any, undefined when it is for another. */
function agreement(own: string | null, reported: string | undefined): 0 | 1 | undefined {
  if (own === null) return 0;
  return own === reported ? 1 : undefined;
}
