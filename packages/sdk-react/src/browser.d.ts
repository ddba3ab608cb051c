/** The app brings the client of its pages; of that `@lamppost/react/next` uses this. */
declare module '@lamppost/browser' {
  export const streamFlags: (core: never) => object;
  export function createLamppost(
    options: import('@lamppost/sdk-core').LamppostOptions & {
      readonly stream?: ((core: never) => object) | undefined;
      readonly pageViews?: boolean | undefined;
      readonly errors?: boolean | undefined;
      readonly webVitals?: boolean | undefined;
    },
  ): import('./lamppost-client.ts').LamppostClient;
}
