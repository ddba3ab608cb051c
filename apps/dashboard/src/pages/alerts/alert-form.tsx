import { Button, MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useMemo, useState } from 'react';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useApiList } from '../../api/use-api.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { type AlertDefinition, type AlertDraft, definitionOf } from './alert-draft.ts';
import { AlertPreviewPanel } from './alert-preview-panel.tsx';
import { intervalWords, unitOf } from './alert-words.ts';
import styles from './alerts.module.css';
import { ConditionFields } from './condition-fields.tsx';
import { firstMeasure, type Measure } from './measure.ts';
import { MeasureField } from './measure-field.tsx';
import { useAlertPreview } from './use-alert-preview.ts';

interface AlertSettings {
  readonly name: string;
  readonly definition: AlertDefinition;
  readonly remind: 'off' | 'daily';
  readonly webhookIds: readonly string[];
}

export interface AlertFormProps {
  readonly initial: AlertDraft;
  readonly action: string;
  readonly isSaving: boolean;
  readonly problem: ApiProblem | null;
  readonly onSave: (settings: AlertSettings) => void;
  readonly onCancel: () => void;
}

const PREVIEW_DELAY_MS = 400;

/** What an alert watches and when it fires, beside what it would have done in the last weeks. */
export function AlertForm({ initial, action, isSaving, problem, onSave, onCancel }: AlertFormProps) {
  const [draft, setDraft] = useState(initial);
  const [measure, setMeasure] = useState<Measure>(firstMeasure);
  const definition = useMemo(() => definitionOf(draft), [draft]);
  const [previewed] = useDebouncedValue(definition, PREVIEW_DELAY_MS);
  const preview = useAlertPreview(previewed);
  const change = (part: Partial<AlertDraft>) => setDraft((before) => ({ ...before, ...part }));
  const isReady = definition !== undefined && draft.name.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (definition === undefined || !isReady) return;
    const { name, isReminded, webhookIds } = draft;
    onSave({ name: name.trim(), definition, remind: isReminded ? 'daily' : 'off', webhookIds });
  };
  const unit = preview.data === undefined ? '' : unitOf(preview.data.unit);
  return (
    <div className={styles.columns}>
      <Panel title="Settings">
        <form className={flowStyles.stack16} onSubmit={submit}>
          <TextInput
            label="Name"
            maxLength={120}
            required
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          {initial.query === undefined ? (
            <MeasureField
              value={measure}
              onChange={(next, query) => {
                setMeasure(next);
                change({ query });
              }}
            />
          ) : (
            <p className={styles.measured}>
              Watches <strong>{preview.data?.measures ?? '…'}</strong>
            </p>
          )}
          {draft.query?.kind === 'funnel' && draft.query.steps.length > 2 && (
            <Select
              label="Conversion to step"
              data={draft.query.steps.slice(1).map((step, at) => ({
                value: String(at + 1),
                label: `${at + 2}. ${typeof step === 'string' ? step : String(step.event)}`,
              }))}
              value={String(draft.step ?? draft.query.steps.length - 1)}
              allowDeselect={false}
              onChange={(step) => change({ step: step === null ? null : Number(step) })}
            />
          )}
          <Select
            label="Interval"
            description="Each hour, day or week is evaluated after it ends. Counts that are too high fire immediately."
            data={Object.entries(intervalWords).map(([value, label]) => ({ value, label }))}
            value={draft.interval}
            allowDeselect={false}
            onChange={(interval) => change({ interval: (interval ?? 'hour') as AlertDraft['interval'] })}
          />
          <ConditionFields draft={draft} unit={unit} onChange={change} />
          <div className={styles.numbers}>
            <WholeNumber
              label="Intervals in a row"
              hint="before it fires"
              value={draft.forIntervals}
              max={12}
              onChange={(forIntervals) => change({ forIntervals })}
            />
            <WholeNumber
              label="Recovery margin"
              hint="percent inside the threshold before it resolves"
              value={draft.marginPercent}
              min={0}
              max={50}
              onChange={(marginPercent) => change({ marginPercent })}
            />
            <WholeNumber
              label="Recovery intervals"
              hint="before it resolves"
              value={draft.recoveryIntervals}
              max={12}
              onChange={(recoveryIntervals) => change({ recoveryIntervals })}
            />
          </div>
          <WebhooksField value={draft.webhookIds} onChange={(webhookIds) => change({ webhookIds })} />
          <Switch
            label="Remind every 24 hours while it fires"
            checked={draft.isReminded}
            onChange={(event) => change({ isReminded: event.currentTarget.checked })}
          />
          {problem !== null && (
            <p role="alert" className={styles.failure}>
              {problem.message}
            </p>
          )}
          <div className={flowStyles.row8}>
            <Button type="submit" loading={isSaving} disabled={!isReady}>
              {action}
            </Button>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </form>
      </Panel>
      <AlertPreviewPanel definition={previewed} preview={preview} />
    </div>
  );
}

interface WholeNumberProps {
  readonly label: string;
  readonly hint: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

function WholeNumber({ label, hint, value, min = 1, max, onChange }: WholeNumberProps) {
  return (
    <NumberInput
      label={label}
      description={hint}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={value}
      onChange={(next) => typeof next === 'number' && next >= min && onChange(next)}
    />
  );
}

function WebhooksField({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}) {
  const { rows, data } = useApiList('/v1/webhooks', { query: { limit: 100 } });
  if (data !== undefined && rows.length === 0) {
    return (
      <p className={styles.hint}>
        No webhooks yet: the alert shows in the dashboard only.{' '}
        <PageLink page="/settings" search={{ tab: 'webhooks' }}>
          Add a webhook, chat or email
        </PageLink>
      </p>
    );
  }
  const deleted = value.filter((id) => data !== undefined && !rows.some((row) => row.id === id));
  return (
    <MultiSelect
      label="Notify"
      placeholder={value.length === 0 ? 'All webhooks subscribed to alerts' : undefined}
      data={rows.map(({ id, name }) => ({ value: id, label: name }))}
      value={value.filter((id) => !deleted.includes(id))}
      clearable
      onChange={onChange}
    />
  );
}
