/** As much of vitest as a contract needs that runs inside a page. */
const found: { readonly name: string; readonly run: () => Promise<void> }[] = [];

export const describe = (_name: string, define: () => void): void => define();
export const test = (name: string, run: () => Promise<void>): void => {
  found.push({ name, run });
};

const shown = (value: unknown): string => JSON.stringify(value) ?? `${value}`;
const check = (isSo: boolean, actual: unknown, wanted: unknown): void => {
  if (!isSo) throw new Error(`${shown(actual)} is not ${shown(wanted)}`);
};

export const expect = (actual: unknown) => ({
  toBe: (wanted: unknown) => check(Object.is(actual, wanted), actual, wanted),
  toEqual: (wanted: unknown) => check(shown(actual) === shown(wanted), actual, wanted),
  toBeNull: () => check(actual === null, actual, null),
  rejects: {
    toThrow: () =>
      Promise.resolve(actual).then(
        (value) => check(false, value, 'a rejection'),
        () => undefined,
      ),
  },
});

/** What came of each test: its name, and what was wrong. */
export async function runAll(): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const { name, run } of found)
    outcomes[name] = await run().then(
      () => 'passed',
      (error: unknown) => `${error}`,
    );
  return outcomes;
}
