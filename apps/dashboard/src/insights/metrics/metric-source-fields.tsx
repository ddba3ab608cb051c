import { Input, Select, TextInput } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useMemo } from 'react';
import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { chooseEvent, hasField, isPlainRatio, type MetricSource, typesOf, withBuiltIns } from './metric-choice.ts';
import { builtInMetricOf, type MetricType, metricTypeDetails, metricTypeWords } from './metric-words.ts';

export interface MetricSourceFieldsProps {
  readonly metric: MetricSource;
  /** "metric 1", "guardrail 2": names the fields for screen readers. */
  readonly label: string;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (part: Partial<MetricSource>) => void;
}

/** What is measured: an event or a built-in metric, how, and of a ratio what it is divided by. */
export function MetricSourceFields({ metric, label, problemOf, onChange }: MetricSourceFieldsProps) {
  const suggestEvents = useEventSuggestions();
  const suggest = useMemo(() => withBuiltIns(suggestEvents), [suggestEvents]);
  const isRatio = isPlainRatio(metric);
  return (
    <>
      <Input.Wrapper label="Event" labelElement="div" error={problemOf('event_name')}>
        <SuggestPicker
          label={`Event of ${label}`}
          placeholder="Select an event"
          value={metric.event}
          suggest={suggest}
          describe={(event) => builtInMetricOf(event)?.label ?? event}
          leftSection={<IconBolt size={14} aria-hidden />}
          isFree
          onChange={(event) => onChange(chooseEvent(metric, event))}
        />
      </Input.Wrapper>
      <Select
        label="Measured as"
        description={builtInMetricOf(metric.event)?.detail ?? metricTypeDetails[metric.type]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={typesOf(metric.event).map((value) => ({ value, label: metricTypeWords[value] }))}
        value={metric.type}
        onChange={(type) => onChange({ type: (type ?? 'conversion') as MetricType })}
        allowDeselect={false}
        error={problemOf('metric_type')}
      />
      {(hasField(metric) || isRatio) && (
        <TextInput
          label={isRatio ? 'Property (optional)' : 'Property'}
          placeholder={isRatio ? 'empty: counts events' : 'total'}
          value={metric.field}
          maxLength={128}
          spellCheck={false}
          classNames={{ input: textStyles.mono ?? '' }}
          onChange={(event) => onChange({ field: event.currentTarget.value })}
          error={problemOf('aggregation_field')}
        />
      )}
      {isRatio && (
        <>
          <Input.Wrapper label="Divided by" labelElement="div" error={problemOf('denominator_event')}>
            <SuggestPicker
              label={`Denominator of ${label}`}
              placeholder="Select an event"
              value={metric.denominatorEvent}
              suggest={suggestEvents}
              leftSection={<IconBolt size={14} aria-hidden />}
              isFree
              onChange={(denominatorEvent) => onChange({ denominatorEvent })}
            />
          </Input.Wrapper>
          <TextInput
            label="Its property (optional)"
            placeholder="empty: counts events"
            value={metric.denominatorField}
            maxLength={128}
            spellCheck={false}
            classNames={{ input: textStyles.mono ?? '' }}
            onChange={(event) => onChange({ denominatorField: event.currentTarget.value })}
            error={problemOf('denominator_field')}
          />
        </>
      )}
    </>
  );
}
