import type { IngestOutcome } from '../../collect/ingest/batch-ingest.ts';
import type { PerformanceOutcome } from '../../collect/ingest/performance-ingest.ts';
import { rejectReasons } from '../../collect/ingest/screen/reject-reasons.ts';

/** Outcomes in their wire form; lists only when there is something in them. */
export function ingestResponse({ accepted, rejections, warnings }: IngestOutcome): string {
  if (rejections.length === 0 && warnings.length === 0) return `{"data":{"accepted":${accepted}}}`;
  const rejected = rejections.map(({ index, event, reason, eventId }) => rejectedItem(index, event, reason, eventId));
  return JSON.stringify({
    data: {
      accepted,
      ...(rejected.length > 0 ? { rejected } : {}),
      ...(warnings.length > 0 ? { validation_warnings: warnings } : {}),
    },
  });
}

export function performanceResponse({ accepted, rejected: count, rejections }: PerformanceOutcome): string {
  const rejected = rejections.map(({ index, metricName, reason, eventId }) =>
    rejectedItem(index, metricName, reason, eventId),
  );
  return JSON.stringify({
    data: {
      accepted,
      ...(rejected.length > 0 ? { rejected } : {}),
      ...(rejected.length < count ? { rejected_count: count } : {}),
    },
  });
}

const rejectedItem = (
  index: number,
  event: string,
  reason: keyof typeof rejectReasons,
  eventId: string | undefined,
) => ({
  index,
  event,
  reason: rejectReasons[reason],
  ...(eventId === undefined ? {} : { event_id: eventId }),
});
