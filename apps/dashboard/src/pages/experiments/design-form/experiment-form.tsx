import { Button, Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { keyFromName } from '../../../design/format/key-from-name.ts';
import { PercentInput } from '../../../design/inputs/percent-input.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import textStyles from '../../../design/primitives/text.module.css';
import { type Unit, unitWords } from '../experiment.ts';
import { whereText } from '../experiment-state.ts';
import { PlannerPanel } from '../planner/planner-panel.tsx';
import { AnalysisFields } from './analysis-fields.tsx';
import { AudienceField } from './audience-field.tsx';
import { type ExperimentDraft, evenSplit, type FormProblems, freeName, newMetric } from './experiment-draft.ts';
import styles from './experiment-form.module.css';
import { LayerField } from './layer-field.tsx';
import { MetricFields } from './metric-fields.tsx';
import { VariantFields } from './variant-fields.tsx';

export interface ExperimentFormProps {
  readonly draft: ExperimentDraft;
  readonly onChange: (part: Partial<ExperimentDraft>) => void;
  readonly problems: FormProblems;
  readonly environment: string;
  /** The key follows the name until somebody types one; absent where it is fixed. */
  readonly isKeyTyped?: boolean | undefined;
  readonly onKeyTyped?: (() => void) | undefined;
}

/** Everything about an experiment that is decided before it starts. */
export function ExperimentForm(props: ExperimentFormProps) {
  const { draft, onChange, problems, environment, isKeyTyped = true, onKeyTyped } = props;
  return (
    <div className={styles.form}>
      <section className={flowStyles.stack12} aria-label="About">
        <SimpleGrid cols={{ base: 1, xs: onKeyTyped === undefined ? 1 : 2 }} spacing="lg">
          <TextInput
            label="Name"
            placeholder="Checkout on one page"
            value={draft.name}
            maxLength={200}
            onChange={(event) => {
              const name = event.currentTarget.value;
              onChange(isKeyTyped ? { name } : { name, key: keyFromName(name) });
            }}
            error={problems.name}
            data-autofocus
          />
          {onKeyTyped !== undefined && (
            <TextInput
              label="Key"
              description="Used in code. Can't be changed later."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder="checkout_one_page"
              value={draft.key}
              maxLength={128}
              spellCheck={false}
              classNames={{ input: textStyles.mono ?? '' }}
              onChange={(event) => {
                onKeyTyped();
                onChange({ key: event.currentTarget.value });
              }}
              error={problems.key}
            />
          )}
        </SimpleGrid>
        <Textarea
          label="Hypothesis"
          placeholder="Fewer checkout pages increase completed orders."
          value={draft.hypothesis}
          maxLength={2000}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => onChange({ hypothesis: event.currentTarget.value })}
          error={problems.hypothesis}
        />
      </section>
      <section className={flowStyles.stack12} aria-label="Audience">
        <h3 className={styles.heading}>Audience</h3>
        <AudienceField audience={draft.audience} onChange={(audience) => onChange({ audience })} problems={problems} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
          <Select
            label="Unit"
            data={Object.entries(unitWords).map(([value, { label }]) => ({ value, label }))}
            value={draft.unit}
            onChange={(unit) => onChange({ unit: (unit ?? 'auto') as Unit })}
            description={unitWords[draft.unit].detail}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
          />
          <PercentInput
            label="Traffic"
            of={`${unitWords[draft.unit].many} ${whereText(draft, environment)}`}
            value={draft.trafficPct}
            min={1}
            onChange={(trafficPct) => onChange({ trafficPct })}
            error={problems.traffic_pct}
          />
          <LayerField layer={draft.layer} onChange={(layer) => onChange({ layer })} error={problems.layer} />
        </SimpleGrid>
      </section>
      <section className={flowStyles.stack12} aria-label="Variants">
        <div className={flowStyles.between}>
          <h3 className={styles.heading}>Variants</h3>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => onChange({ variants: evenSplit(draft.variants) })}
          >
            Even split
          </Button>
        </div>
        {draft.variants.map((variant, index) => (
          <VariantFields
            key={variant.id}
            variant={variant}
            index={index}
            problems={problems}
            onChange={(part) =>
              onChange({ variants: draft.variants.map((old, at) => (at === index ? { ...old, ...part } : old)) })
            }
            onControl={() =>
              onChange({ variants: draft.variants.map((old, at) => ({ ...old, isControl: at === index })) })
            }
            onRemove={
              draft.variants.length > 2
                ? () => onChange({ variants: draft.variants.filter((_, at) => at !== index) })
                : undefined
            }
          />
        ))}
        {problems.variants !== undefined && <p className={textStyles.failure13}>{problems.variants}</p>}
        {draft.variants.length < 10 && (
          <Button
            variant="default"
            size="xs"
            className={flowStyles.start ?? ''}
            onClick={() => onChange({ variants: addVariant(draft.variants) })}
          >
            Add variant
          </Button>
        )}
      </section>
      <section className={flowStyles.stack12} aria-label="Metrics">
        <h3 className={styles.heading}>Metrics</h3>
        <Text size="sm" c="dimmed">
          The primary metric decides. Guardrails must not get worse. Events count after exposure.
        </Text>
        {draft.metrics.map((metric, index) => (
          <MetricFields
            key={metric.id}
            metric={metric}
            index={index}
            problems={problems}
            onChange={(part) =>
              onChange({ metrics: draft.metrics.map((old, at) => (at === index ? { ...old, ...part } : old)) })
            }
            onRemove={
              draft.metrics.length > 1
                ? () => onChange({ metrics: draft.metrics.filter((_, at) => at !== index) })
                : undefined
            }
          />
        ))}
        {problems.metrics !== undefined && <p className={textStyles.failure13}>{problems.metrics}</p>}
        {draft.metrics.length < 20 && (
          <Button
            variant="default"
            size="xs"
            className={flowStyles.start ?? ''}
            onClick={() => {
              const id = freeName(
                'm',
                draft.metrics.map((metric) => metric.id),
              );
              onChange({ metrics: [...draft.metrics, newMetric(id, 'secondary')] });
            }}
          >
            Add metric
          </Button>
        )}
      </section>
      <details className={styles.fold}>
        <summary className={styles.summary}>Sample size</summary>
        <div className={flowStyles.stack12}>
          <PlannerPanel draft={draft} />
        </div>
      </details>
      <details className={styles.fold}>
        <summary className={styles.summary}>Analysis</summary>
        <AnalysisFields
          analysis={draft.analysis}
          problems={problems}
          onChange={(part) => onChange({ analysis: { ...draft.analysis, ...part } })}
        />
      </details>
    </div>
  );
}

function addVariant(variants: ExperimentDraft['variants']): ExperimentDraft['variants'] {
  const id = freeName(
    'v',
    variants.map((variant) => variant.id),
  );
  const key = freeName(
    'variant_',
    variants.map((variant) => variant.key),
  );
  const name = `Variant ${variants.length + 1}`;
  return evenSplit([...variants, { id, key, name, isControl: false, weight: 0, payload: {} }]);
}
