import { readFile, rm, writeFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { BuildResult, OutputFile } from 'esbuild';
import type { OutputFiles } from './output-files.ts';

/** On disk, or in memory with `write: false`. */
export class EsbuildOutput implements OutputFiles {
  readonly #result: BuildResult;
  /** Whole paths by name. */
  readonly #paths: ReadonlyMap<string, string>;

  /** `folder` is where esbuild runs; names are relative to `outputFolder`. */
  constructor(result: BuildResult, folder: string, outputFolder: string) {
    this.#result = result;
    const paths = Object.keys(result.metafile?.outputs ?? {}).map((path) => resolve(folder, path));
    this.#paths = new Map(paths.map((path) => [relative(outputFolder, path).split(sep).join('/'), path]));
  }

  names(): readonly string[] {
    return [...this.#paths.keys()];
  }

  async read(name: string): Promise<string | undefined> {
    const path = this.#paths.get(name);
    if (path === undefined) return undefined;
    return this.#result.outputFiles === undefined ? readFile(path, 'utf8') : this.#inMemory(path)?.text;
  }

  async replace(name: string, text: string): Promise<void> {
    const path = this.#paths.get(name);
    if (path === undefined) return;
    const file = this.#inMemory(path);
    if (file === undefined) await writeFile(path, text);
    else file.contents = Buffer.from(text);
  }

  async remove(name: string): Promise<void> {
    const path = this.#paths.get(name);
    if (path === undefined) return;
    if (this.#result.outputFiles === undefined) await rm(path, { force: true });
    else this.#result.outputFiles = this.#result.outputFiles.filter((file) => file.path !== path);
  }

  #inMemory(path: string): OutputFile | undefined {
    return this.#result.outputFiles?.find((file) => file.path === path);
  }
}
