/** Platforms that are operating systems, with the spelling of their makers. Others, such as `web`, run on any of them. */
export const osSpellings: Readonly<Record<string, string>> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  ipados: 'iPadOS',
  linux: 'Linux',
  macos: 'macOS',
  tvos: 'tvOS',
  visionos: 'visionOS',
  watchos: 'watchOS',
  windows: 'Windows',
};
