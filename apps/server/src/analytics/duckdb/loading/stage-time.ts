/** 0001-01-01, the earliest time that every part of the product can write down. */
const EARLIEST_MS = -62_135_596_800_000;
const FUTURE_TOLERANCE_MS = 86_400_000;
const DRIFT_TOLERANCE_MS = 60_000;

/** Milliseconds of a time in text; NULL for what is no time. Needs the session's zone to be UTC. */
export const millisOf = (text: string): string => `epoch_ms(TRY_CAST(${text} AS TIMESTAMPTZ))`;

/** Client clocks are corrected only where no id tells a repeat from a new event: a repeat must not move. */
export const driftOf = (batch: string): string => `CASE
  WHEN abs(r - sent_ms) > ${DRIFT_TOLERANCE_MS}
    AND len(list_filter(${batch}, lambda item: item.event_id IS NOT NULL)) = 0
  THEN r - sent_ms ELSE 0 END`;

/** Own time, or the receipt's when there is none or it lies in the future. */
export const timeOf = (ownMillis: string): string => `make_timestamp_ms(CASE
  WHEN ${ownMillis} IS NULL OR ${ownMillis} > r + ${FUTURE_TOLERANCE_MS} THEN r
  ELSE greatest(${ownMillis}, ${EARLIEST_MS}) END)::TIMESTAMP_MS`;

/** A time that was said and is kept as it is; NULL when it cannot be written down. */
export const saidTimeOf = (millis: string): string =>
  `make_timestamp_ms(CASE WHEN abs(${millis}) < ${-EARLIEST_MS} * 4 THEN ${millis} END)::TIMESTAMP_MS`;

export const RECEIVED = 'make_timestamp_ms(r)::TIMESTAMP_MS AS received';
