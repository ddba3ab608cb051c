import type { RawFrame } from './crash-frame.ts';

export interface JvmPlace {
  /** The class; without one the name of the file, which is named for it. */
  readonly module?: string;
  readonly function?: string;
}

const sourceFile = /^(?:.*[/\\])?([^/\\]+)\.(?:java|kts?|scala|groovy|clj)$/;

/** Class and method of a frame, also where a sender put both into the name of the function. */
export function jvmClass({ module, function: name, file }: RawFrame): JvmPlace {
  if (module !== undefined) return name === undefined ? { module } : { module, function: name };
  const dot = name?.lastIndexOf('.') ?? -1;
  if (name !== undefined && dot > 0) return { module: name.slice(0, dot), function: name.slice(dot + 1) };
  const stem = file === undefined ? undefined : sourceFile.exec(file)?.[1];
  return { ...(stem === undefined ? {} : { module: stem }), ...(name === undefined ? {} : { function: name }) };
}
