import type { Experiment } from '../experiment-store.ts';
import type { DecidedMetric, DecidedVariant } from './decide-variants.ts';
import { isGuardrail } from './judge-metric.ts';
import { changeSentence, count, days, listed, metricName, percent, unitCount } from './words.ts';

type ExperimentDecision =
  | 'ship'
  | 'stop'
  | 'keep_control'
  | 'no_difference'
  | 'keep_running'
  | 'not_enough_data'
  | 'invalid';

export interface Verdict {
  readonly decision: ExperimentDecision;
  readonly verdict: string;
  readonly reasons: readonly string[];
}

export interface Evidence {
  readonly experiment: Experiment;
  readonly control: number;
  readonly units: readonly number[];
  readonly excludedUnits: number;
  readonly unknownUnits: number;
  readonly isSplitOk: boolean | null;
  readonly splitPValue: number | null;
  readonly metrics: readonly DecidedMetric[];
  readonly daysToGo: number | null;
  readonly isStarted: boolean;
  readonly isOver: boolean;
  readonly isBeforeHorizon: boolean;
}

/** Shares of units that were left out above which it is said. */
const MUCH_EXCLUDED = 0.01;

/** The first that applies: what makes all else worthless comes first, then harm, then what was looked for. */
export function decideExperiment(evidence: Evidence): Verdict {
  const { decision, verdict, reasons } =
    withoutUnits(evidence) ??
    brokenSplit(evidence) ??
    harm(evidence) ??
    notEnough(evidence) ??
    winner(evidence) ??
    loss(evidence) ??
    open(evidence);
  return { decision, verdict, reasons: [...reasons, ...sideNotes(evidence)] };
}

const treatmentsOf = ({ experiment, control }: Evidence): readonly number[] =>
  [...experiment.variants.keys()].filter((place) => place !== control);

const keyOf = ({ experiment }: Evidence, place: number): string => experiment.variants[place]?.key ?? '';

const primaries = ({ metrics }: Evidence): readonly DecidedMetric[] => metrics.filter(({ metric }) => metric.isPrimary);

const guardrails = ({ metrics }: Evidence): readonly DecidedMetric[] =>
  metrics.filter(({ metric }) => isGuardrail(metric));

const decisionsOf = (metrics: readonly DecidedMetric[], place: number): readonly string[] =>
  metrics.flatMap(({ variants }) => variants[place]?.decision ?? []);

const sentenceOf = (evidence: Evidence, { metric, variants }: DecidedMetric, place: number): string =>
  changeSentence(keyOf(evidence, place), metricName(metric), variants[place]?.comparison ?? NO_CHANGE);

const NO_CHANGE = { liftAbs: null, liftRel: null, interval: null, intervalAbs: null };

const untilThen = ({ daysToGo }: Evidence): string =>
  daysToGo === null ? '' : daysToGo === 0 ? ' Expected within a day.' : ` About ${days(daysToGo)} left.`;

function withoutUnits(evidence: Evidence): Verdict | null {
  const { units, experiment, isStarted } = evidence;
  if (units.some((number) => number > 0)) return null;
  if (!isStarted) {
    const when = experiment.startedAtMs === null ? "hasn't started." : "hadn't started at that time.";
    return { decision: 'not_enough_data', verdict: `The experiment ${when}`, reasons: [] };
  }
  const isOver = experiment.status === 'completed' || experiment.status === 'archived';
  return {
    decision: 'not_enough_data',
    verdict: isOver ? 'No one was exposed to the experiment.' : 'No one has been exposed to the experiment yet.',
    reasons: ['Results start with the first $experiment_exposure, or the first event with an assignment.'],
  };
}

function brokenSplit({ isSplitOk, splitPValue, units, experiment }: Evidence): Verdict | null {
  if (isSplitOk !== false) return null;
  const total = units.reduce((sum, number) => sum + number, 0);
  const shares = experiment.variants.map(
    ({ key, weight }, place) =>
      `${key} has ${percent((units[place] ?? 0) / total)} instead of ${percent(weight / 100)}`,
  );
  return {
    decision: 'invalid',
    verdict: "Sample ratio mismatch: don't trust the results until the cause is found.",
    reasons: [
      `${listed(shares)} of the units. This is very unlikely to be chance (p = ${(splitPValue ?? 0).toPrecision(2)}).`,
    ],
  };
}

function harm(evidence: Evidence): Verdict | null {
  const breaches = treatmentsOf(evidence).flatMap((place) =>
    guardrails(evidence)
      .filter(({ variants }) => variants[place]?.decision === 'breached')
      .map((metric) => ({ place, metric })),
  );
  const [first] = breaches;
  if (first === undefined) return null;
  const harmed = new Set(breaches.map(({ place }) => place));
  const [spared] = treatmentsOf(evidence).filter((place) => !harmed.has(place) && isWinner(evidence, place));
  // Another treatment may be worth shipping; that one is judged as if the harmful were not there.
  if (spared !== undefined) return null;
  return {
    decision: 'stop',
    verdict: `${sentenceOf(evidence, first.metric, first.place)}. Stop ${keyOf(evidence, first.place)}.`,
    reasons: breaches.map(
      ({ place, metric }) =>
        `Guardrail ${metricName(metric.metric)} of ${keyOf(evidence, place)}: ${metric.variants[place]?.reason ?? ''}`,
    ),
  };
}

function notEnough(evidence: Evidence): Verdict | null {
  const { experiment, units } = evidence;
  const decided = primaries(evidence).flatMap(({ variants }) =>
    treatmentsOf(evidence).flatMap((place) => variants[place] ?? []),
  );
  if (decided.some(({ decision }) => decision !== 'not_enough_data')) return null;
  const short = experiment.variants.filter((_, place) => (units[place] ?? 0) < experiment.analysis.minUnits);
  const reasons = [
    ...short.map(
      ({ key }) =>
        `${key} has ${count(units[experiment.variants.findIndex((variant) => variant.key === key)] ?? 0)} of ${count(experiment.analysis.minUnits)} units needed for a verdict.`,
    ),
    ...new Set(decided.flatMap(({ reason }) => (short.length > 0 || reason === null ? [] : [reason]))),
  ];
  const { daysToGo } = evidence;
  const wait = daysToGo === null || daysToGo === 0 ? '.' : `: about ${days(daysToGo)} left.`;
  return { decision: 'not_enough_data', verdict: `Not enough data yet${wait}`, reasons };
}

const isWinner = (evidence: Evidence, place: number): boolean => {
  const decisions = decisionsOf(primaries(evidence), place);
  const isHarmful = decisionsOf(guardrails(evidence), place).includes('breached');
  return decisions.includes('better') && !decisions.includes('worse') && !isHarmful;
};

function winner(evidence: Evidence): Verdict | null {
  const winners = treatmentsOf(evidence).filter((place) => isWinner(evidence, place));
  const [best] = winners.toSorted((a, b) => gainOf(evidence, b) - gainOf(evidence, a));
  if (best === undefined) return null;
  const better = primaries(evidence).filter(({ variants }) => variants[best]?.decision === 'better');
  const held = guardrails(evidence).filter(({ variants }) => variants[best]?.decision === 'ok');
  const unjudged = guardrails(evidence).filter(({ variants }) => variants[best]?.decision === 'not_enough_data');
  const [first] = better;
  return {
    decision: 'ship',
    verdict: `${first === undefined ? '' : sentenceOf(evidence, first, best)}. Safe to ship.`,
    reasons: [
      ...better.map((metric) => `${sentenceOf(evidence, metric, best)}: ${metric.variants[best]?.reason ?? ''}`),
      ...(held.length === 0 ? [] : [`Guardrails OK: ${listed(held.map(({ metric }) => metricName(metric)))}.`]),
      ...unjudged.map(({ metric }) => `Guardrail ${metricName(metric)} doesn't have enough data yet.`),
    ],
  };
}

/** In the first primary metric, in the direction that is good. */
function gainOf(evidence: Evidence, place: number): number {
  const [first] = primaries(evidence);
  const lift = first?.variants[place]?.comparison?.liftAbs ?? 0;
  return first?.metric.direction === 'decrease' ? -lift : lift;
}

function loss(evidence: Evidence): Verdict | null {
  const places = treatmentsOf(evidence);
  const worse = places.filter((place) => decisionsOf(primaries(evidence), place).includes('worse'));
  const [first] = worse;
  if (first === undefined) return null;
  const mixed = worse.filter((place) => decisionsOf(primaries(evidence), place).includes('better'));
  const isAllWorse = worse.length === places.length;
  const of = (place: number): readonly DecidedMetric[] =>
    primaries(evidence).filter(({ variants }) => ['worse', 'better'].includes(variants[place]?.decision ?? ''));
  const reasons = worse.flatMap((place) =>
    of(place).map((metric) => `${sentenceOf(evidence, metric, place)}: ${metric.variants[place]?.reason ?? ''}`),
  );
  const [metric] = of(first).filter(({ variants }) => variants[first]?.decision === 'worse');
  const sentence = metric === undefined ? '' : `${sentenceOf(evidence, metric, first)}.`;
  if (mixed.length > 0) {
    return {
      decision: 'keep_control',
      verdict: `${sentence} Another primary metric improved. Weigh both before you decide.`,
      reasons,
    };
  }
  if (!isAllWorse && !evidence.isOver) {
    return {
      decision: 'keep_running',
      verdict: `${sentence} The others are undecided.${untilThen(evidence)}`,
      reasons,
    };
  }
  return { decision: 'keep_control', verdict: `${sentence} Keep ${keyOf(evidence, evidence.control)}.`, reasons };
}

function open(evidence: Evidence): Verdict {
  const { isOver, isBeforeHorizon, experiment } = evidence;
  const reasons = primaries(evidence).flatMap((metric) =>
    treatmentsOf(evidence).map(
      (place) => `${metricName(metric.metric)}, ${keyOf(evidence, place)}: ${metric.variants[place]?.reason ?? ''}`,
    ),
  );
  if (isOver) {
    return { decision: 'no_difference', verdict: 'No difference was found in the primary metrics.', reasons };
  }
  const verdict = isBeforeHorizon
    ? `Analyzed once, after ${days(experiment.analysis.plannedDays ?? 0)}.${untilThen(evidence)}`
    : `No difference has been shown yet.${untilThen(evidence)}`;
  return { decision: 'keep_running', verdict, reasons };
}

/** What somebody should know whatever the verdict. */
function sideNotes(evidence: Evidence): readonly string[] {
  const { excludedUnits, unknownUnits, units, metrics, experiment } = evidence;
  const total = units.reduce((sum, number) => sum + number, 0);
  const worse = metrics
    .filter(({ metric }) => !metric.isPrimary && !isGuardrail(metric))
    .flatMap((metric) =>
      treatmentsOf(evidence).flatMap((place) =>
        isWorse(metric.variants[place]) ? [sentenceOf(evidence, metric, place)] : [],
      ),
    );
  return [
    ...worse.map((sentence) => `Also, ${sentence}.`),
    ...(excludedUnits > MUCH_EXCLUDED * total
      ? [`${unitCount(excludedUnits)} saw more than one variant and ${excludedUnits === 1 ? 'is' : 'are'} excluded.`]
      : []),
    ...(unknownUnits > 0
      ? [`${unitCount(unknownUnits)} ${unknownUnits === 1 ? 'has' : 'have'} an unknown variant.`]
      : []),
    ...(experiment.status === 'paused' ? ['The experiment is paused: no new units are assigned.'] : []),
  ];
}

const isWorse = (variant: DecidedVariant | undefined): boolean => variant?.decision === 'worse';
