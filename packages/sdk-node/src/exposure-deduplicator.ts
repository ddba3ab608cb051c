import type { SentExposures } from '@lamppost/sdk-core';

/** Users are many, and memory is not: beyond this the oldest exposures are sent again. */
const MAX_REMEMBERED = 50_000;

/** Values by key, of which the oldest are forgotten. */
function boundedRecord(): Record<string, unknown> {
  const values = new Map<string, unknown>();
  return new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, key) => values.get(key as string),
      set: (_, key, value) => {
        values.set(key as string, value);
        if (values.size > MAX_REMEMBERED) values.delete(values.keys().next().value as string);
        return true;
      },
    },
  );
}

/** Remembers what was sent of whom, as the state of a device does for its session. */
export class ExposureDeduplicator implements SentExposures {
  readonly flags = boundedRecord();
  readonly experiments = boundedRecord();
}
