import { createGuard, textOf } from '@lamppost/sdk-core';

/** What fails in one request fails in all of them. */
const MAX_WARNINGS = 10;
let warnings = 0;

/** For what Express, Fastify and others call in the middle of a request of the app. */
export const frameworkGuard = createGuard((error) => {
  warnings += 1;
  if (warnings <= MAX_WARNINGS) process.emitWarning(`lamppost: ${textOf(error)}`);
});
