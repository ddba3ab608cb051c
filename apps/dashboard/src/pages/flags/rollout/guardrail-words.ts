import type { Wire } from '@lamppost/protocol';
import { formatCount } from '../../../design/format/format-count.ts';
import { formatDuration } from '../../../design/format/format-duration.ts';
import { formatPercent, formatShortNumber, NO_VALUE } from '../../../design/format/format-number.ts';
import type { Tone } from '../../../design/primitives/status-badge.tsx';
import { type MetricSource, sourceBody, textOrNull } from '../../../insights/metrics/metric-choice.ts';

export type Guardrails = Wire['GuardrailsAnswer']['data'];
export type Guardrail = Guardrails['guardrails'][number];
type Evidence = NonNullable<Guardrail['evidence']>;

interface GuardrailState {
  readonly label: string;
  readonly tone: Tone;
}

/** A guardrail before its first check has nothing to say yet. */
export function guardrailState(evidence: Pick<Evidence, 'state'> | null): GuardrailState {
  if (evidence === null) return { label: 'Not checked yet', tone: 'neutral' };
  if (evidence.state === 'breached') return { label: 'Breached', tone: 'bad' };
  return evidence.state === 'ok' ? { label: 'OK', tone: 'good' } : { label: 'Not enough data', tone: 'neutral' };
}

/** How the value of a metric is written: shares as percent, startup as a time. */
function formatGuardrailValue(guardrail: Pick<Guardrail, 'event_name' | 'metric_type'>, value: number | null) {
  if (value === null) return NO_VALUE;
  if (guardrail.event_name === '$startup') return formatDuration(value);
  const isShare = guardrail.metric_type === 'conversion' || guardrail.event_name === '$crash_free_sessions';
  return isShare ? formatPercent(value * 100) : formatShortNumber(value);
}

/** "95.1 % of 230 users with the value, 99.2 % of 1,204 without" */
export function evidenceWords(
  guardrail: Guardrail,
  evidence: Pick<Evidence, 'treatment' | 'control' | 'reason'>,
): string {
  const { treatment, control, reason } = evidence;
  if (reason !== null) return reason;
  const arm = ({ units, value }: Evidence['treatment']): string =>
    `${formatGuardrailValue(guardrail, value)} of ${formatCount(units, 'user')}`;
  return `${arm(treatment)} with the value, ${arm(control)} without`;
}

export interface GuardrailDraft extends MetricSource {
  readonly id: string;
  /** Kept, so that what has been seen so far goes on counting. */
  readonly storedId: string | undefined;
  readonly name: string;
  readonly marginPct: number;
}

export const newGuardrail = (id: string): GuardrailDraft => ({
  id,
  storedId: undefined,
  event: '$crash_free_sessions',
  type: 'ratio',
  field: '',
  direction: 'increase',
  denominatorEvent: null,
  denominatorField: '',
  name: '',
  marginPct: 0,
});

export const draftsOf = ({ guardrails }: Pick<Guardrails, 'guardrails'>): GuardrailDraft[] =>
  guardrails.map((guardrail) => ({
    id: guardrail.id,
    storedId: guardrail.id,
    event: guardrail.event_name,
    type: guardrail.metric_type,
    field: guardrail.aggregation_field ?? '',
    direction: guardrail.direction,
    denominatorEvent: guardrail.denominator_event,
    denominatorField: guardrail.denominator_field ?? '',
    name: guardrail.name ?? '',
    marginPct: Math.round(guardrail.margin * 10_000) / 100,
  }));

export const guardrailsBody = (drafts: readonly GuardrailDraft[]): Wire['GuardrailsBody'] => ({
  guardrails: drafts.map((draft) => ({
    ...(draft.storedId === undefined ? {} : { id: draft.storedId }),
    ...sourceBody(draft),
    name: textOrNull(draft.name),
    margin: draft.marginPct / 100,
  })),
});
