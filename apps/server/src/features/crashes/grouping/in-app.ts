import type { BinaryImage, CrashFrame, RawFrame } from './crash-frame.ts';
import { frameFamily } from './frame-family.ts';
import { jvmClass } from './jvm-class.ts';
import {
  androidSystemImage,
  androidSystemPath,
  appleBundlePath,
  appleSystemImage,
  appleSystemImages,
  appleSystemPath,
  entryPoints,
  jvmSystemPackages,
  scriptLibraryFile,
  scriptLibraryPath,
  scriptSystemFile,
} from './system-code.ts';

/**
 * Says of each frame whether its code is the app's own. What the sender said wins; then the rules for the family of
 * the frame, and whatever no rule knows is the app's.
 */
export function markInApp(
  frames: readonly RawFrame[],
  platform: string,
  images: readonly BinaryImage[] = [],
): readonly CrashFrame[] {
  const paths = new Map(images.flatMap(({ name, path }) => (path === undefined ? [] : [[name, path] as const])));
  return frames.map((frame) => ({ ...frame, isInApp: frame.isSaidInApp ?? isInApp(frame, platform, paths) }));
}

function isInApp(frame: RawFrame, platform: string, imagePaths: ReadonlyMap<string, string>): boolean {
  switch (frameFamily(frame, platform)) {
    case 'script':
      return isScriptInApp(frame);
    case 'jvm':
      return isJvmInApp(frame);
    case 'native':
      return isNativeInApp(frame, imagePaths);
  }
}

function isScriptInApp({ file, module, function: name }: RawFrame): boolean {
  if (file === undefined) return module !== undefined && name !== undefined && !scriptLibraryPath.test(module);
  const path = withoutQuery(file);
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return !(scriptSystemFile.test(path) || scriptLibraryPath.test(path) || scriptLibraryFile.test(base));
}

function isJvmInApp(frame: RawFrame): boolean {
  const { module, function: name } = jvmClass(frame);
  if (module === undefined) return name !== undefined && frame.file !== 'Native Method';
  return !jvmSystemPackages.some((prefix) => module.startsWith(prefix) && isEnd(module.charAt(prefix.length)));
}

const isEnd = (character: string): boolean => character === '' || character === '.' || character === '$';

function isNativeInApp({ imageName, module, function: name }: RawFrame, imagePaths: ReadonlyMap<string, string>) {
  if (name !== undefined && entryPoints.has(name)) return false;
  if (imageName === undefined) return name !== undefined;
  const path = imagePaths.get(imageName) ?? (imageName.includes('/') ? imageName : module);
  const base = imageName.slice(imageName.lastIndexOf('/') + 1);
  if (path !== undefined) {
    if (appleSystemPath.test(path) || androidSystemPath.test(path)) return false;
    // A framework inside the bundle is the app's, except for what React Native and Swift bring along.
    if (appleBundlePath.test(path) && !appleSystemImages.has(base) && !base.startsWith('libswift')) return true;
  }
  return !(appleSystemImages.has(base) || appleSystemImage.test(base) || androidSystemImage.test(base));
}

const withoutQuery = (file: string): string => {
  const at = file.search(/[?#]/);
  return at === -1 ? file : file.slice(0, at);
};
