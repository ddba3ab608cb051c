import { isScript, type OutputFiles, outputMaps } from './output-files.ts';
import { hasSources, parseSourceMap } from './source-map.ts';

export interface TakenMap {
  /** The script that it is of. */
  readonly file: string;
  readonly text: string;
}

/** Removes every source map from the output, and returns those of scripts. */
export async function takeSourceMaps(files: OutputFiles): Promise<readonly TakenMap[]> {
  const taken: TakenMap[] = [];
  for (const { name, target } of outputMaps(files)) {
    const text = await files.read(name);
    const map = text === undefined ? undefined : parseSourceMap(text);
    if (text === undefined || map === undefined) continue;
    await files.remove(name);
    if (isScript(target) && hasSources(map)) taken.push({ file: target.replace(/\?.*$/, ''), text });
  }
  return taken;
}

/** Whether the app was built with `app` of this package, so that its reports will say the build. */
export async function saysBuild(files: OutputFiles, build: string): Promise<boolean> {
  const said = new RegExp(`build["']?\\s*:\\s*["'\`]${build.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}["'\`]`);
  for (const name of files.names()) {
    if (isScript(name) && said.test((await files.read(name)) ?? '')) return true;
  }
  return false;
}
