import { Button, Checkbox, Modal, Textarea, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../../api/api-problem.ts';
import { useEnvironment } from '../../../api/environment.ts';
import { useInvalidate } from '../../../api/use-api-mutation.ts';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { RangePicker } from '../../../design/range-picker/range-picker.tsx';
import { InsightBuilder } from '../../../insights/builders/insight-builder.tsx';
import { describeInsight } from '../../../insights/describe-insight.ts';
import { FeatureBuilder } from '../../../insights/features/feature-builder.tsx';
import { isFeature } from '../../../insights/features/feature-insight.ts';
import { SqlEditor } from '../../../insights/sql/sql-editor.tsx';
import { useRangeReleases } from '../../../navigation/use-range-releases.ts';
import { type Dashboard, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, placedItems, type Widget } from '../dashboard.ts';
import styles from '../dashboards.module.css';
import { placeForNew } from '../grid/grid-layout.ts';
import { draftOf, finish, sizeOf, type WidgetDraft, withKind } from './widget-draft.ts';
import editorStyles from './widget-editor.module.css';
import { WidgetPreview } from './widget-preview.tsx';

export interface WidgetEditorProps {
  readonly dashboard: Dashboard;
  /** Undefined for a new one. */
  readonly widget: Widget | undefined;
  readonly columns: number;
  readonly onClose: () => void;
}

const kinds = [
  { value: 'timeseries', label: 'Trend' },
  { value: 'funnel', label: 'Funnel' },
  { value: 'retention', label: 'Retention' },
  { value: 'paths', label: 'Paths' },
  { value: 'lifecycle', label: 'Lifecycle' },
  { value: 'stickiness', label: 'Stickiness' },
  { value: 'distribution', label: 'Distribution' },
  { value: 'crash_free', label: 'Crash-free rate' },
  { value: 'crashes', label: 'Crashes' },
  { value: 'performance', label: 'Performance' },
  { value: 'experiment', label: 'Experiment' },
  { value: 'sql', label: 'SQL' },
] as const;

/** The query and how it is shown on the left, what that looks like on the right. */
export function WidgetEditor({ dashboard, widget, columns, onClose }: WidgetEditorProps) {
  const { api } = useEnvironment();
  const invalidate = useInvalidate();
  const isNarrow = useMediaQuery('(max-width: 799px)') === true;
  const [draft, setDraft] = useState(() => draftOf(widget));
  const [sqlRun, setSqlRun] = useState(draft.insight.kind === 'sql' ? draft.insight.sql : '');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const set = (change: Partial<WidgetDraft>) => setDraft((before) => ({ ...before, ...change }));
  const runSql = () => setSqlRun(draft.insight.kind === 'sql' ? draft.insight.sql : '');
  const suggestion = describeInsight(draft.insight).slice(0, MAX_NAME_LENGTH);
  const named = draft.name.trim() === '' ? { ...draft, name: suggestion } : draft;
  const finished = finish(named);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (finished.kind === 'unfinished' || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const { body } = finished;
    try {
      if (widget === undefined) {
        const position = placeForNew(placedItems(dashboard.widgets), sizeOf(draft, columns), columns);
        await api.post('/v1/dashboards/:id/widgets', { params: { id: dashboard.id }, body: { ...body, position } });
      } else {
        const params = { id: dashboard.id, widgetId: widget.id };
        await api.patch('/v1/dashboards/:id/widgets/:widgetId', { params, body });
      }
      await invalidate('/v1/dashboards');
      onClose();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={1100}
      fullScreen={isNarrow}
      title={widget === undefined ? 'Add widget' : 'Edit widget'}
      closeOnClickOutside={false}
    >
      <form className={editorStyles.editor} onSubmit={submit}>
        <div className={editorStyles.fields} data-autofocus tabIndex={-1}>
          <SegmentedTabs
            label="Widget type"
            look="pills"
            tabs={kinds}
            value={draft.insight.kind}
            onChange={(kind) => setDraft((before) => withKind(before, kind))}
          />
          <QueryFields draft={draft} onChange={set} onRun={runSql} />
          <TextInput
            label="Name"
            placeholder={suggestion}
            description="Optional. Defaults to a description of the query."
            value={draft.name}
            maxLength={MAX_NAME_LENGTH}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            description="Optional. Shown when hovering the name."
            value={draft.description}
            maxLength={MAX_DESCRIPTION_LENGTH}
            autosize
            minRows={1}
            maxRows={4}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <VizFields draft={draft} onChange={set} />
        </div>
        <WidgetPreview draft={draft} sqlRun={sqlRun} onRun={runSql} onInsight={(insight) => set({ insight })} />
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            Couldn't save: {problem} Your input is still here.
          </p>
        )}
        <div className={editorStyles.foot}>
          <span className={editorStyles.missing} role="status">
            {finished.kind === 'unfinished' && finished.missing}
          </span>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={finished.kind === 'unfinished'} loading={isBusy}>
            {widget === undefined ? 'Add widget' : 'Save widget'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface QueryFieldsProps {
  readonly draft: WidgetDraft;
  readonly onChange: (change: Partial<WidgetDraft>) => void;
  readonly onRun: () => void;
}

/** What is asked, in the form that its kind has, and of which time. */
function QueryFields({ draft, onChange, onRun }: QueryFieldsProps) {
  const releases = useRangeReleases();
  const { insight, range } = draft;
  if (insight.kind === 'sql') {
    const setSql = (sql: string) => onChange({ insight: { ...insight, sql } });
    return <SqlEditor value={insight.sql} onChange={setSql} onRun={onRun} />;
  }
  return (
    <>
      {isFeature(insight) ? (
        <FeatureBuilder insight={insight} onChange={(next) => onChange({ insight: next })} range={range} />
      ) : (
        <InsightBuilder insight={insight} onChange={(next) => onChange({ insight: next })} range={range} />
      )}
      {insight.kind !== 'experiment' && (
        <div className={editorStyles.range}>
          <span>Custom range</span>
          <RangePicker value={range} onChange={(next) => onChange({ range: next })} {...releases} />
        </div>
      )}
    </>
  );
}

interface VizFieldsProps {
  readonly draft: WidgetDraft;
  readonly onChange: (change: Partial<WidgetDraft>) => void;
}

function VizFields({ draft, onChange }: VizFieldsProps) {
  const { insight } = draft;
  if (insight.kind === 'timeseries' && insight.chart !== 'single_metric' && insight.chart !== 'table') {
    return (
      <TextInput
        label="Axis label"
        value={draft.yLabel}
        maxLength={120}
        onChange={(event) => onChange({ yLabel: event.currentTarget.value })}
      />
    );
  }
  if (insight.kind === 'funnel') {
    return (
      <Checkbox
        label="Show counts next to percentages"
        checked={draft.hasCounts}
        onChange={(event) => onChange({ hasCounts: event.currentTarget.checked })}
      />
    );
  }
  if (insight.kind === 'retention') {
    return (
      <Checkbox
        label="Color cells by value"
        checked={draft.hasHeat}
        onChange={(event) => onChange({ hasHeat: event.currentTarget.checked })}
      />
    );
  }
  return null;
}
