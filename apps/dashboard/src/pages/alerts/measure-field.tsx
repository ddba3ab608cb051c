import type { Wire } from '@lamppost/protocol';
import { Select, TextInput } from '@mantine/core';
import { EventPicker } from '../../design/inputs/event-picker.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { useEventSuggestions } from '../../insights/use-event-suggestions.ts';
import { type Measure, measures, queryOfMeasure } from './measure.ts';

export interface MeasureFieldProps {
  readonly value: Measure;
  readonly onChange: (measure: Measure, query: Wire['InsightQuery'] | undefined) => void;
}

/** The measures that most alerts are about; all others come from Explore or a dashboard. */
export function MeasureField({ value, onChange }: MeasureFieldProps) {
  const suggestEvents = useEventSuggestions();
  const change = (part: Partial<Measure>) => {
    const measure = { ...value, ...part };
    onChange(measure, queryOfMeasure(measure));
  };
  const needs = measures[value.kind].needs;
  return (
    <div className={flowStyles.stack12}>
      <Select
        label="Measure"
        description="For filters, formulas and funnels, build the query in Explore and choose Create alert there"
        data={Object.entries(measures).map(([kind, { label }]) => ({ value: kind, label }))}
        value={value.kind}
        allowDeselect={false}
        onChange={(kind) => kind !== null && change({ kind: kind as Measure['kind'] })}
      />
      {needs === 'event' && (
        <EventPicker
          value={value.event === '' ? null : value.event}
          suggestEvents={suggestEvents}
          onChange={(event) => change({ event })}
        />
      )}
      {needs === 'metric' && (
        <TextInput
          label="Metric"
          placeholder="cold_start"
          value={value.metric}
          onChange={(event) => change({ metric: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
