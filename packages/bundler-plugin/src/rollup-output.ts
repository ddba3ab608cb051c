import type { OutputFiles } from './output-files.ts';

/** The part of a bundle that Rollup and Rolldown have in common. */
export type RollupBundle = Record<
  string,
  | { readonly type: 'chunk'; code: string; readonly sourcemapFileName?: string | null }
  | { readonly type: 'asset'; source: string | Uint8Array }
>;

/** Before anything is written: maps never reach the disk. */
export class RollupOutput implements OutputFiles {
  readonly #bundle: RollupBundle;

  constructor(bundle: RollupBundle) {
    this.#bundle = bundle;
  }

  names(): readonly string[] {
    return Object.keys(this.#bundle);
  }

  mappedBy(map: string): string | undefined {
    return this.names().find((name) => {
      const file = this.#bundle[name];
      return file?.type === 'chunk' && file.sourcemapFileName === map;
    });
  }

  async read(name: string): Promise<string | undefined> {
    const file = this.#bundle[name];
    if (file === undefined) return undefined;
    if (file.type === 'chunk') return file.code;
    return typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString('utf8');
  }

  async replace(name: string, text: string): Promise<void> {
    const file = this.#bundle[name];
    if (file?.type === 'chunk') file.code = text;
    else if (file !== undefined) file.source = text;
  }

  async remove(name: string): Promise<void> {
    delete this.#bundle[name];
  }
}
