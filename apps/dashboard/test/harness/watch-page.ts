import type { Page } from '@playwright/test';

export interface PageWatch {
  /** Everything that went wrong where nobody looked. */
  readonly faults: readonly string[];
  /** For tests in which something is meant to go wrong: a message that matches is no fault. */
  allow(pattern: RegExp): void;
}

/** The browser says these by itself for answers that the app expects and handles. */
const expected = [
  // Nobody is signed in yet.
  /^console: Failed to load resource: .*401 .*\/v1\/session$/,
];

/** Notes errors of the console, exceptions, and what the content security policy refused. */
export function watchPage(page: Page): PageWatch {
  const all: string[] = [];
  const allowed = [...expected];
  page.on('console', (message) => {
    if (message.type() === 'error') all.push(`console: ${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => all.push(`exception: ${error.stack ?? error.message}`));
  return {
    get faults() {
      return all.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
    },
    allow(pattern) {
      allowed.push(pattern);
    },
  };
}
