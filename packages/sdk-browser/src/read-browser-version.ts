/** Where the version stands: a browser names those that it claims to be before itself, except for Safari. */
const MARKS = ['Edg', 'OPR', 'Firefox', 'FxiOS', 'CriOS', 'Chrome', 'Version'];

/** `150`, or `18.6`: the rest browsers have left out, or made up, for years. */
export function readBrowserVersion(userAgent: string): string | undefined {
  for (const mark of MARKS) {
    const [, version] = new RegExp(`${mark}\\w*/(\\d+(?:\\.[1-9]\\d*)?)`).exec(userAgent) ?? [];
    if (version) return version;
  }
  return undefined;
}
