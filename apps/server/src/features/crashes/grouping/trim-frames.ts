/** The innermost frames say where it broke, the outermost how it began; a recursion fills what is between. */
export const frameLimits = { head: 200, tail: 50 } as const;

export interface TrimmedList<T> {
  readonly kept: readonly T[];
  /** How many were left out between the first `head` and the last `tail`. */
  readonly trimmed: number;
}

export function trimFrames<T>(frames: readonly T[]): TrimmedList<T> {
  const { head, tail } = frameLimits;
  const trimmed = frames.length - head - tail;
  if (trimmed <= 0) return { kept: frames, trimmed: 0 };
  return { kept: [...frames.slice(0, head), ...frames.slice(-tail)], trimmed };
}
