import type { Compilation, Compiler } from 'webpack';
import type { OutputFiles } from './output-files.ts';

export class WebpackOutput implements OutputFiles {
  readonly #compilation: Compilation;
  readonly #compiler: Compiler;

  constructor(compilation: Compilation, compiler: Compiler) {
    this.#compilation = compilation;
    this.#compiler = compiler;
  }

  names(): readonly string[] {
    return this.#compilation.getAssets().map(({ name }) => name);
  }

  mappedBy(map: string): string | undefined {
    return this.#compilation.getAssets().find(({ info }) => [info.related?.sourceMap].flat().includes(map))?.name;
  }

  async read(name: string): Promise<string | undefined> {
    return this.#compilation.getAsset(name)?.source.source().toString();
  }

  async replace(name: string, text: string): Promise<void> {
    this.#compilation.updateAsset(name, new this.#compiler.webpack.sources.RawSource(text));
  }

  async remove(name: string): Promise<void> {
    this.#compilation.deleteAsset(name);
  }
}
