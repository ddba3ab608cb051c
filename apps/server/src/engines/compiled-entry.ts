/** Workers and child processes run compiled code, also when tests run the sources. */
export function compiledEntry(specifier: string, importerUrl: string): URL {
  return new URL(specifier, importerUrl.replace('/src/', '/dist/'));
}
