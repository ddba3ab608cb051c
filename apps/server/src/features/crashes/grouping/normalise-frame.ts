import type { CrashFrame, RawFrame } from './crash-frame.ts';
import { frameFamily } from './frame-family.ts';
import { jvmClass } from './jvm-class.ts';
import { normaliseJvm } from './normalise-jvm.ts';
import { normaliseNativeFunction } from './normalise-native.ts';
import { isMinified, normaliseScriptFile, normaliseScriptFunction } from './normalise-script.ts';

/** What of a frame stays the same from build to build and from device to device. */
export interface NormalFrame {
  /** The stem of the file, the class, or the image. */
  readonly module?: string;
  readonly function?: string;
  /** Whether the function has a name that somebody chose. */
  readonly isNamed: boolean;
  /** Whether only the image is known: true of half of all frames of an app without symbols. */
  readonly isImageOnly: boolean;
  readonly isInApp: boolean;
}

/** Undefined when nothing of the frame stays, or when a compiler made it up. */
export function normaliseFrame(frame: CrashFrame, platform: string): NormalFrame | undefined {
  const names = namesOf(frame, platform);
  if (names?.module === undefined && names?.function === undefined) return undefined;
  const { isInApp } = frame;
  const isNamed = names.function !== undefined && !isMinified(names.function);
  const isImageOnly = names.function === undefined && frameFamily(frame, platform) === 'native';
  return { ...names, isNamed, isImageOnly, isInApp };
}

type Names = { readonly module?: string; readonly function?: string };

function namesOf(frame: RawFrame, platform: string): Names | undefined {
  switch (frameFamily(frame, platform)) {
    case 'script':
      return scriptNames(frame);
    case 'jvm':
      return jvmNames(frame);
    case 'native':
      return nativeNames(frame);
  }
}

function jvmNames(frame: RawFrame): Names | undefined {
  const { module, function: name } = jvmClass(frame);
  const names = normaliseJvm(module ?? '', name);
  return names === undefined ? undefined : only(names.module, names.function);
}

function scriptNames({ file, module, function: name }: RawFrame): Names {
  const place = file ?? module;
  return only(
    place === undefined ? undefined : normaliseScriptFile(place),
    name === undefined ? undefined : normaliseScriptFunction(name),
  );
}

/** The image where it is known, not the file: a report has the file only after it was symbolicated. */
function nativeNames({ imageName, file, function: name }: RawFrame): Names {
  const place = imageName ?? file?.replace(/\.\w{1,5}$/, '');
  const base = place?.slice(Math.max(place.lastIndexOf('/'), place.lastIndexOf('\\')) + 1);
  return only(base, name === undefined ? undefined : normaliseNativeFunction(name, base));
}

const only = (module: string | undefined, name: string | undefined): Names => ({
  ...(module === undefined || module === '' ? {} : { module }),
  ...(name === undefined || name === '' ? {} : { function: name }),
});
