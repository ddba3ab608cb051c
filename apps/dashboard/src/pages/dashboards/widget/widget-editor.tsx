import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import { useInvalidate } from '../../../api/use-api-mutation.ts';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { RangePicker } from '../../../design/range-picker/range-picker.tsx';
import { InsightBuilder } from '../../../insights/builders/insight-builder.tsx';
import { describeInsight } from '../../../insights/describe-insight.ts';
import { FeatureBuilder } from '../../../insights/features/feature-builder.tsx';
import { isFeature } from '../../../insights/features/feature-insight.ts';
import { SqlEditor } from '../../../insights/sql/sql-editor.tsx';
import { useRangeReleases } from '../../../navigation/use-range-releases.ts';
import { type Dashboard, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, placedItems, type Widget } from '../dashboard.ts';
import { placeForNew } from '../grid/grid-layout.ts';
import { draftOf, finish, sizeOf, type WidgetDraft, withKind } from './widget-draft.ts';
import styles from './widget-editor.module.css';
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
  const [initial] = useState(() => draftOf(widget));
  const [sqlRun, setSqlRun] = useState(initial.insight.kind === 'sql' ? initial.insight.sql : '');
  const submit = async (draft: WidgetDraft) => {
    const finished = finish(named(draft));
    if (finished.kind === 'unfinished') return;
    const { body } = finished;
    if (widget === undefined) {
      const position = placeForNew(placedItems(dashboard.widgets), sizeOf(draft, columns), columns);
      await api.post('/v1/dashboards/:id/widgets', { params: { id: dashboard.id }, body: { ...body, position } });
    } else {
      const params = { id: dashboard.id, widgetId: widget.id };
      await api.patch('/v1/dashboards/:id/widgets/:widgetId', { params, body });
    }
    await invalidate('/v1/dashboards');
    onClose();
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size={1100}
      isFullScreen={isNarrow}
      isGuarded
      title={widget === undefined ? 'Add widget' : 'Edit widget'}
      action={widget === undefined ? 'Add widget' : 'Save widget'}
      initial={initial}
      canSubmit={(draft) => finish(named(draft)).kind !== 'unfinished'}
      onSubmit={submit}
      placeError={({ message }) => ({ form: message })}
      failureText={(message) => `Couldn't save: ${message} Your input is still here.`}
      note={(draft) => {
        const finished = finish(named(draft));
        return <span role="status">{finished.kind === 'unfinished' && finished.missing}</span>;
      }}
    >
      {(form) => {
        const { values: draft, setValues: set } = form;
        const { insight } = draft;
        const run = () => setSqlRun(insight.kind === 'sql' ? insight.sql : '');
        return (
          <div className={styles.editor}>
            <div className={styles.fields} data-autofocus tabIndex={-1}>
              <SegmentedTabs
                label="Widget type"
                look="pills"
                tabs={kinds}
                value={insight.kind}
                onChange={(kind) => set(withKind(draft, kind))}
              />
              <QueryFields draft={draft} onChange={set} onRun={run} />
              <TextInput
                label="Name"
                placeholder={suggestionOf(draft)}
                description="Optional. Defaults to a description of the query."
                maxLength={MAX_NAME_LENGTH}
                {...form.getInputProps('name')}
              />
              <Textarea
                label="Description"
                description="Optional. Shown when hovering the name."
                maxLength={MAX_DESCRIPTION_LENGTH}
                autosize
                minRows={1}
                maxRows={4}
                {...form.getInputProps('description')}
              />
              <VizFields draft={draft} onChange={set} />
            </div>
            <WidgetPreview
              draft={draft}
              sqlRun={sqlRun}
              onRun={run}
              onInsight={(changed) => set({ insight: changed })}
            />
          </div>
        );
      }}
    </FormDialog>
  );
}

const suggestionOf = ({ insight }: WidgetDraft): string => describeInsight(insight).slice(0, MAX_NAME_LENGTH);

const named = (draft: WidgetDraft): WidgetDraft =>
  draft.name.trim() === '' ? { ...draft, name: suggestionOf(draft) } : draft;

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
        <div className={styles.range}>
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
        label="Colour cells by value"
        checked={draft.hasHeat}
        onChange={(event) => onChange({ hasHeat: event.currentTarget.checked })}
      />
    );
  }
  return null;
}
