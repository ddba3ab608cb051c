const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const FAILING: ReadonlySet<unknown> = new Set([...NO_SPACE, 'EROFS', 'EIO']);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

export const isNoSpace = (error: unknown): boolean => NO_SPACE.has(codeOf(error));

/** The disk is full, read-only or fails. Nobody asked for anything wrong, and it may work again later. */
export const isDiskFailure = (error: unknown): boolean => FAILING.has(codeOf(error));
