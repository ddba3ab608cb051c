export interface BundlerPluginOptions {
  /** Where Lamppost is, such as `https://lamppost.example.com`. `LP_URL` when absent. */
  readonly url?: string | undefined;
  /** The secret key, `lp_sec_…`. `LP_KEY` when absent; without any nothing is uploaded. */
  readonly key?: string | undefined;
  /** Version of the app, as its SDK says it. `LP_RELEASE`, or the version in package.json, when absent. */
  readonly release?: string | undefined;
  /** Tells builds of one release apart. The Git commit when absent; something new each time where files were changed since. */
  readonly build?: string | undefined;
  /** What the release is announced for. Default `web`. */
  readonly platform?: 'web' | 'backend' | 'ios' | 'android' | undefined;
  /** Announces the release. Default true. */
  readonly announce?: boolean | undefined;
  /** Makes a failed upload fail the build, too. Default false: it is a warning. */
  readonly failOnError?: boolean | undefined;
  /** Takes lines for the developer. */
  readonly log?: ((line: string) => void) | undefined;
}
