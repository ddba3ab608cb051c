/** What a bundler has made, in memory or on disk. Names are paths below the output folder, with slashes. */
export interface OutputFiles {
  names(): readonly string[];
  /** The file that a map is of, when the bundler put the map somewhere else than beside it. */
  mappedBy?(map: string): string | undefined;
  /** Undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  replace(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface OutputMap {
  readonly name: string;
  readonly target: string;
}

const map = /\.map(?=$|\?)/;

/** Files that look like source maps, with what they are of. */
export const outputMaps = (files: OutputFiles): readonly OutputMap[] =>
  files
    .names()
    .filter((name) => map.test(name))
    .map((name) => ({ name, target: files.mappedBy?.(name) ?? name.replace(map, '') }));

export const isScript = (name: string): boolean => /\.[cm]?js(?=$|\?)/.test(name);
