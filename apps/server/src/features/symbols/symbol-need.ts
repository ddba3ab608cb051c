import type { RawFrame } from '../crashes/grouping/crash-frame.ts';
import { frameFamily } from '../crashes/grouping/frame-family.ts';
import { jvmClass } from '../crashes/grouping/jvm-class.ts';
import type { CrashReport } from '../crashes/report/crash-report.ts';
import { fileNameOf } from './file-name-of.ts';
import { placeInImage } from './frame-image.ts';
import { scriptPath } from './script-path.ts';
import type { SymbolWanted } from './symbol-file-store.ts';

/** What is asked for one frame. */
export type SymbolNeed =
  | { readonly family: 'script'; readonly path: string; readonly debugId?: string; readonly isBytecode: boolean }
  | { readonly family: 'jvm'; readonly debugIds: readonly string[]; readonly isObfuscated: boolean }
  | { readonly family: 'native'; readonly debugId?: string; readonly imageName?: string; readonly offset: number };

const mapIdFile = /^r8-map-id-([0-9a-f]{4,128})$/;
/** What R8 and ProGuard write in place of a file. */
const obfuscatedFile = /^(?:SourceFile|PG|r8-map-id-[0-9a-f]+)$/;
const bytecodeFile = /\.(?:bundle|jsbundle|hbc)$/;
const MAX_NAMES = 500;

/** Undefined for a frame that no symbol file could say anything about. */
export function needOf(frame: RawFrame, report: CrashReport): SymbolNeed | undefined {
  switch (frameFamily(frame, report.platform)) {
    case 'script':
      return scriptNeed(frame, report);
    case 'jvm':
      return jvmNeed(frame, report);
    case 'native':
      return nativeNeed(frame, report);
  }
}

/** What to ask the list of symbol files for, for all needs at once. */
export function wantedBy(needs: readonly (SymbolNeed | undefined)[], report: CrashReport): SymbolWanted {
  const debugIds = new Set<string>();
  const fileNames = new Set<string>();
  for (const need of needs) {
    if (need === undefined) continue;
    if (need.family === 'jvm') for (const id of need.debugIds) debugIds.add(id);
    else if (need.debugId !== undefined) debugIds.add(need.debugId);
    if (need.family === 'script') fileNames.add(fileNameOf(need.path));
    if (need.family === 'native' && need.imageName !== undefined) fileNames.add(need.imageName);
  }
  return {
    debugIds: [...debugIds].slice(0, MAX_NAMES),
    fileNames: [...fileNames].slice(0, MAX_NAMES),
    release: report.context.appVersion ?? null,
    build: report.context.buildNumber ?? null,
  };
}

function scriptNeed({ file, line }: RawFrame, { images, dialect }: CrashReport): SymbolNeed | undefined {
  if (file === undefined || line === undefined) return undefined;
  const path = scriptPath(file);
  if (path === '') return undefined;
  const image = images.find((each) => each.uuid !== undefined && scriptPath(each.path ?? each.name) === path);
  const isBytecode = dialect === 'hermes' || bytecodeFile.test(path);
  return { family: 'script', path, isBytecode, ...(image?.uuid === undefined ? {} : { debugId: image.uuid }) };
}

function jvmNeed(frame: RawFrame, { images }: CrashReport): SymbolNeed | undefined {
  const { file } = frame;
  if (jvmClass(frame).module === undefined) return undefined;
  const mapId = file === undefined ? undefined : mapIdFile.exec(file)?.[1];
  const uuids = images.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]));
  const isObfuscated = file !== undefined && obfuscatedFile.test(file);
  return { family: 'jvm', debugIds: [...(mapId === undefined ? [] : [mapId]), ...uuids], isObfuscated };
}

function nativeNeed(frame: RawFrame, { images }: CrashReport): SymbolNeed | undefined {
  const { image, uuid, offset } = placeInImage(frame, images);
  if (offset === undefined) return undefined;
  const path = frame.imageName ?? image?.name;
  return {
    family: 'native',
    offset,
    ...(uuid === undefined ? {} : { debugId: uuid }),
    ...(path === undefined ? {} : { imageName: fileNameOf(path) }),
  };
}
