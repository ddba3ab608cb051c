import type { EdgeTallies } from './edge-tallies.ts';
import type { IngestOutcomes } from './ingest-outcomes.ts';

/** Outcomes of which no record says anything are counted for the ledger as well. */
export const talliedOutcomes = (counted: IngestOutcomes, tallies: EdgeTallies): IngestOutcomes => ({
  ...counted,
  invalid: (scope, kind, reason, count) => {
    counted.invalid(scope, kind, reason, count);
    tallies.note(scope, kind, 'invalid', reason, count);
  },
  limited: (scope, kind, count) => {
    counted.limited(scope, kind, count);
    tallies.note(scope, kind, 'limited', '', count);
  },
});
