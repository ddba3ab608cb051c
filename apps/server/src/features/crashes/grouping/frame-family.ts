import type { RawFrame } from './crash-frame.ts';

/** Which rules of naming a frame follows. One report can hold several: a React Native app has all three. */
export type FrameFamily = 'script' | 'jvm' | 'native';

const scriptFile = /\.(?:[cm]?[jt]sx?|vue|svelte|bundle|jsbundle|hbc)(?:[?#]|$)/;
const scriptPlace =
  /^(?:node:|internal\/|https?:|webpack|app:|capacitor:|ionic:|eval |<anonymous>|native$|\[native code\]|wasm:)/;
const jvmFile = /\.(?:java|kt|kts|scala|groovy|clj)$/;
/** What R8, ProGuard and the JVM write where there is no file. */
const jvmPlace =
  /^(?:SourceFile|Unknown Source|Native Method|PG|r8-map-id-[0-9a-f]+|D8\$\$SyntheticClass|R8\$\$SyntheticClass)$/;
const nativeFile = /\.(?:swift|mm?|c|cc|cpp|cxx|hh?|hpp|rs|go|zig)$/;
const nativeName = /^(?:[-+]\[|\$s|_\$s|_Z|__\d+[-+]\[)|::/;

const platformFamilies: ReadonlyMap<string, FrameFamily> = new Map([
  ...['android', 'jvm', 'java', 'kotlin'].map((platform) => [platform, 'jvm'] as const),
  ...['ios', 'ipados', 'macos', 'tvos', 'watchos', 'visionos', 'linux', 'windows'].map(
    (platform) => [platform, 'native'] as const,
  ),
]);

/** Decided by the frame itself, by the platform only when the frame leaves it open. */
export function frameFamily(frame: RawFrame, platform: string): FrameFamily {
  const { file, imageName, address, module } = frame;
  if (file !== undefined) {
    if (scriptFile.test(file) || scriptPlace.test(file)) return 'script';
    if (jvmFile.test(file) || jvmPlace.test(file)) return 'jvm';
    if (nativeFile.test(file)) return 'native';
  }
  if (imageName !== undefined || address !== undefined) return 'native';
  if (frame.function !== undefined && nativeName.test(frame.function)) return 'native';
  const family = platformFamilies.get(platform.toLowerCase());
  if (module?.includes('.') === true && family !== 'native') return family ?? 'jvm';
  return family ?? 'script';
}
