/** What the bundler puts in. */
declare const process: {
  readonly env: {
    readonly EXPO_PUBLIC_LAMPPOST_KEY: string;
    readonly EXPO_PUBLIC_LAMPPOST_URL: string;
    readonly EXPO_PUBLIC_SHOP_URL: string;
  };
};
