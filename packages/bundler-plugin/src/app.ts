/** What the plugin knows of the build, in the words of `app` of the SDKs. */
export interface AppOfBuild {
  readonly version?: string;
  readonly build?: string;
}

declare const __LAMPPOST_APP__: AppOfBuild | undefined;

/** For `createLamppost({ app })`. Empty where the plugin does not run, as in a development server. */
export const app: AppOfBuild = typeof __LAMPPOST_APP__ === 'undefined' ? {} : __LAMPPOST_APP__;
