import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import type { Analysis } from '../experiment.ts';
import type { FormProblems } from './experiment-draft.ts';

export interface AnalysisFieldsProps {
  readonly analysis: Analysis;
  readonly problems: FormProblems;
  readonly onChange: (part: Partial<Analysis>) => void;
}

const engines: Readonly<Record<Analysis['engine'], { readonly label: string; readonly detail: string }>> = {
  sequential: { label: 'Sequential', detail: 'Check results at any time and stop when there is a verdict' },
  fixed: { label: 'Fixed horizon', detail: 'One verdict after the planned days; needs the fewest units' },
  bayesian: { label: 'Bayesian', detail: 'Probabilities with a flat prior; no protection against early stopping' },
};

export const engineLabels: Readonly<Record<Analysis['engine'], string>> = {
  sequential: engines.sequential.label,
  fixed: engines.fixed.label,
  bayesian: engines.bayesian.label,
};

const corrections: Readonly<Record<Analysis['correction'], string>> = {
  holm: 'Holm (family-wise error rate)',
  benjamini_hochberg: 'Benjamini–Hochberg (false discovery rate)',
  none: 'None',
};

export const guardrailActions: Readonly<Record<Analysis['guardrail_action'], string>> = {
  none: 'Show a warning',
  pause: 'Pause the experiment',
};

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** How the results are judged. The defaults suit most experiments. */
export function AnalysisFields({ analysis, problems, onChange }: AnalysisFieldsProps) {
  const number = (typed: number | string): number | null => (typeof typed === 'number' ? typed : null);
  const problemOf = (name: keyof Analysis) => problems[`analysis.${name}`];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
      <Select
        label="Method"
        description={engines[analysis.engine].detail}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choices(engineLabels)}
        value={analysis.engine}
        onChange={(engine) => onChange({ engine: (engine ?? 'sequential') as Analysis['engine'] })}
        allowDeselect={false}
        error={problemOf('engine')}
      />
      <NumberInput
        label="Planned days"
        description="Required for a fixed horizon"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={analysis.planned_days ?? ''}
        min={1}
        max={730}
        allowDecimal={false}
        onChange={(typed) => onChange({ planned_days: number(typed) })}
        error={problemOf('planned_days')}
      />
      <NumberInput
        label="Confidence level"
        description="How often intervals contain the true value"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={Math.round(analysis.confidence_level * 1000) / 10}
        min={80}
        max={99.9}
        decimalScale={1}
        suffix=" %"
        onChange={(typed) => onChange({ confidence_level: (number(typed) ?? 95) / 100 })}
        error={problemOf('confidence_level')}
      />
      <Select
        label="Multiple comparison correction"
        data={choices(corrections)}
        value={analysis.correction}
        onChange={(correction) => onChange({ correction: (correction ?? 'holm') as Analysis['correction'] })}
        allowDeselect={false}
        error={problemOf('correction')}
      />
      <NumberInput
        label="Minimum units"
        description="Per variant before a verdict"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={analysis.min_units}
        min={2}
        allowDecimal={false}
        onChange={(typed) => onChange({ min_units: number(typed) ?? 100 })}
        error={problemOf('min_units')}
      />
      <NumberInput
        label="Days before exposure (CUPED)"
        description="Uses earlier behaviour to narrow intervals; 0 turns it off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={analysis.covariate_days}
        min={0}
        max={90}
        allowDecimal={false}
        onChange={(typed) => onChange({ covariate_days: number(typed) ?? 0 })}
        error={problemOf('covariate_days')}
      />
      <NumberInput
        label="Cap at quantile"
        description="Caps outliers at this quantile; empty turns it off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={analysis.cap_quantile === null ? '' : Math.round(analysis.cap_quantile * 1e5) / 1e3}
        min={50}
        max={99.999}
        decimalScale={3}
        suffix=" %"
        onChange={(typed) => {
          const percent = number(typed);
          onChange({ cap_quantile: percent === null ? null : percent / 100 });
        }}
        error={problemOf('cap_quantile')}
      />
      <Select
        label="When a guardrail is breached"
        description="Checked continuously with an always-valid test"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choices(guardrailActions)}
        value={analysis.guardrail_action}
        onChange={(action) => onChange({ guardrail_action: (action ?? 'none') as Analysis['guardrail_action'] })}
        allowDeselect={false}
        error={problemOf('guardrail_action')}
      />
    </SimpleGrid>
  );
}
