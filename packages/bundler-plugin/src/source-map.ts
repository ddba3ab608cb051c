export interface SourceMap {
  readonly sources?: readonly unknown[];
  readonly sections?: readonly unknown[];
  readonly debugId?: unknown;
}

/** Undefined when it is something else: not every file that ends with .map is one. */
export function parseSourceMap(text: string): SourceMap | undefined {
  try {
    const map = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ''));
    return map?.version === 3 && ('mappings' in map || 'sections' in map) ? map : undefined;
  } catch {
    return undefined;
  }
}

/** A map of nothing tells nothing. */
export const hasSources = ({ sources, sections }: SourceMap): boolean =>
  (sources?.length ?? 0) > 0 || (sections?.length ?? 0) > 0;
