import type { Wire } from '@lamppost/protocol';
import { FunnelChart } from '../../charts/funnel-chart.tsx';
import type { FunnelGroup } from '../../charts/funnel-group.ts';
import { formatDuration } from '../../design/format/format-duration.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Percent } from '../../design/primitives/percent.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import textStyles from '../../design/primitives/text.module.css';
import tableStyles from '../../design/tables/plain-table.module.css';
import { countedWords } from '../counted-words.ts';
import { describeInsight } from '../describe-insight.ts';
import { fieldLabel } from '../field-words.ts';
import type { FunnelInsight } from '../insight.ts';
import styles from './result.module.css';

export interface FunnelResultProps {
  readonly insight: FunnelInsight;
  readonly result: Wire['FunnelResult'];
  readonly height?: number | undefined;
  readonly hasCounts?: boolean | undefined;
  /** False in a widget: only the drawing. */
  readonly hasTable?: boolean | undefined;
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

type Steps = Wire['FunnelResult']['steps'];

/** Side by side more cannot be read; all of them are in the table. */
const MAX_GROUPS = 6;

export function FunnelResult({ insight, result, height, hasCounts, hasTable = true, onPeople }: FunnelResultProps) {
  const counted = countedWords(insight);
  const { breakdown } = result;
  const groups: readonly FunnelGroup[] =
    breakdown === undefined || breakdown.length === 0
      ? [{ name: '', steps: stepsOf(result.steps) }]
      : breakdown.slice(0, MAX_GROUPS).map(({ name, steps }) => ({ name, steps: stepsOf(steps) }));
  return (
    <div className={flowStyles.stack12}>
      {hasTable && <Headline result={result} counted={counted} />}
      <FunnelChart
        label={describeInsight(insight)}
        groups={groups}
        height={height}
        hasCounts={hasCounts}
        of={counted}
        onStep={
          onPeople === undefined
            ? undefined
            : (step, outcome, group) => onPeople({ step, outcome, ...(group === '' ? {} : { breakdown: [group] }) })
        }
      />
      {hasTable && breakdown !== undefined && (
        <div className={styles.scroll}>
          <table className={`${tableStyles.table} ${styles.table}`} aria-label="Steps by value">
            <thead>
              <tr>
                <th scope="col">{insight.breakdown === null ? 'Value' : fieldLabel(insight.breakdown)}</th>
                {result.steps.map(({ event }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step may come twice; its place is its name
                  <th key={index} scope="col" data-number data-hint={event}>
                    Step {index + 1}
                  </th>
                ))}
                <th scope="col" data-number data-hint="of those who did the first step">
                  Completed
                </th>
              </tr>
            </thead>
            <tbody>
              <BreakdownRow
                name="All"
                steps={result.steps}
                overall={result.overallConversion}
                counted={counted}
                onStep={onPeople === undefined ? undefined : (step) => onPeople({ step })}
              />
              {breakdown.map(({ name, steps, overallConversion }) => (
                <BreakdownRow
                  key={name}
                  name={name}
                  steps={steps}
                  overall={overallConversion}
                  counted={counted}
                  onStep={onPeople === undefined ? undefined : (step) => onPeople({ step, breakdown: [name] })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Headline({ result, counted }: { readonly result: Wire['FunnelResult']; readonly counted: string }) {
  const [first] = result.steps;
  const medians = result.steps.flatMap(({ medianSecondsFromPrevious }) => medianSecondsFromPrevious ?? []);
  const slowest = Math.max(0, ...medians);
  return (
    <p className={styles.headline} data-testid="funnel-headline">
      <span className={styles.number}>
        <Percent value={result.overallConversion} of="those who did the first step" />
      </span>{' '}
      <span className={textStyles.muted}>of</span> <ShortNumber value={first?.count ?? 0} unit={counted} />{' '}
      <span className={textStyles.muted}>
        completed all {result.steps.length} steps
        {medians.length > 0 && `; the slowest step takes ${formatDuration(slowest * 1000)} (median)`}
      </span>
    </p>
  );
}

interface BreakdownRowProps {
  readonly name: string;
  readonly steps: Steps;
  readonly overall: number;
  readonly counted: string;
  readonly onStep: ((step: number) => void) | undefined;
}

function BreakdownRow({ name, steps, overall, counted, onStep }: BreakdownRowProps) {
  return (
    <tr>
      <th scope="row">
        <bdi title={name}>{name}</bdi>
      </th>
      {steps.map(({ count }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step may come twice; its place is its name
        <td key={index} data-number>
          {onStep === undefined || count === 0 ? (
            <ShortNumber value={count} unit={counted} />
          ) : (
            <button
              type="button"
              className={styles.open}
              aria-label={`List people: ${name}, step ${index + 1}`}
              onClick={() => onStep(index)}
            >
              <ShortNumber value={count} unit={counted} />
            </button>
          )}
        </td>
      ))}
      <td data-number>
        <Percent value={overall} of={`${counted} with ${name} who did the first step`} />
      </td>
    </tr>
  );
}

const stepsOf = (steps: Steps): FunnelGroup['steps'] =>
  steps.map(({ event, count, percentage, medianSecondsFromPrevious }) => ({
    name: event,
    count,
    percentage,
    medianSecondsFromPrevious,
  }));
