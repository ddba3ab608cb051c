import { announceRelease } from './announce-release.ts';
import { type BuildIdentity, identifyBuild } from './build-identity.ts';
import type { BundlerPluginOptions } from './options.ts';
import type { OutputFiles } from './output-files.ts';
import type { Destination } from './send-to-lamppost.ts';
import { saysBuild, takeSourceMaps } from './take-source-maps.ts';
import { uploadMaps } from './upload-maps.ts';

/** What is to become of the bundler's setting for source maps. */
export type MapsWanted = 'make' | 'leave';

/** Takes the maps of one build out of its output and to the server. The same for every bundler. */
export class BuildPublisher {
  readonly #options: BundlerPluginOptions;
  readonly #destination: Destination | undefined;
  #identity: Promise<BuildIdentity> | undefined;
  #isAnnounced = false;
  #hasHinted = false;

  constructor(options: BundlerPluginOptions = {}) {
    this.#options = options;
    const url = options.url || process.env.LP_URL;
    const key = options.key || process.env.LP_KEY;
    this.#destination = url && key ? { url, key } : undefined;
  }

  /** Without a server maps are not needed; those that the app makes all the same are removed. */
  get mapsWanted(): MapsWanted {
    return this.#destination === undefined ? 'leave' : 'make';
  }

  /** The first call decides, and says what is missing. */
  identify(folder: string): Promise<BuildIdentity> {
    if (this.#identity === undefined) {
      this.#identity = identifyBuild(this.#options, folder);
      if (this.#destination === undefined) {
        this.#tell(
          'no source maps are uploaded: set LP_URL, and LP_KEY to a secret key (lp_sec_…), or the options url and key.',
        );
      }
    }
    return this.#identity;
  }

  /** What takes the place of `__LAMPPOST_APP__`: an expression. */
  async appExpression(folder: string): Promise<string> {
    const { release: version, build } = await this.identify(folder);
    return JSON.stringify({ version, build });
  }

  /** Removes the maps whatever comes after. Throws only what shall fail the build. */
  async publish(files: OutputFiles, folder: string): Promise<void> {
    const identity = await this.identify(folder);
    const maps = await takeSourceMaps(files);
    if (this.#destination === undefined || maps.length === 0) return;
    const isSaid = await saysBuild(files, identity.build);
    try {
      await uploadMaps(this.#destination, maps, {
        release: identity.release,
        // A report that does not say its build would never find a map that does.
        build: isSaid ? identity.build : undefined,
      });
      this.#tell(
        `${maps.length} source ${maps.length === 1 ? 'map' : 'maps'} uploaded for ${describe(identity, isSaid)}.`,
      );
      await this.#announce(this.#destination, identity);
    } catch (error) {
      const message = `not everything was published: ${(error as Error).message}`;
      if (this.#options.failOnError) throw new Error(`lamppost: ${message}`, { cause: error });
      this.#tell(`${message}. The build goes on, without source maps in its output.`, true);
      return;
    }
    if (!isSaid) this.#hint(identity);
  }

  async #announce(destination: Destination, identity: BuildIdentity): Promise<void> {
    if (this.#isAnnounced || this.#options.announce === false || identity.release === undefined) return;
    this.#isAnnounced = true;
    await announceRelease(destination, identity, this.#options.platform ?? 'web');
  }

  #hint({ release }: BuildIdentity): void {
    if (this.#hasHinted) return;
    this.#hasHinted = true;
    const version = release === undefined ? '' : `, or app.version as "${release}"`;
    this.#tell(
      `to have crash reports find them, give createLamppost the app of @lamppost/bundler-plugin/app${version}.`,
    );
  }

  #tell(line: string, isWarning = false): void {
    if (this.#options.log !== undefined) this.#options.log(line);
    else console[isWarning ? 'warn' : 'info'](`lamppost: ${line}`);
  }
}

function describe({ release, build }: BuildIdentity, isSaid: boolean): string {
  const of = release === undefined ? 'any release' : `release ${release}`;
  return isSaid ? `${of}, build ${build}` : of;
}
