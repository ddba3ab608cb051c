import { createGuard } from './guard.ts';

declare const console: { warn(...words: unknown[]): void };

// Tests of apps make the console throw; the line is all that is lost.
const toConsole = createGuard(() => {})((error: unknown) => console.warn('lamppost:', error));

/** For code that has no client to log with. */
export const consoleGuard = createGuard(toConsole);
