import { useState } from 'react';
import { type Filter, FilterBuilder } from '../../src/design/filter-builder/filter-builder.tsx';
import { EventPicker } from '../../src/design/inputs/event-picker.tsx';
import { PercentInput } from '../../src/design/inputs/percent-input.tsx';
import { SearchField } from '../../src/design/inputs/search-field.tsx';
import { SegmentedTabs } from '../../src/design/inputs/segmented-tabs.tsx';
import type { Suggestion } from '../../src/design/inputs/suggestion.ts';
import { TagInput } from '../../src/design/inputs/tag-input.tsx';
import { RangePicker, type TimeRange } from '../../src/design/range-picker/range-picker.tsx';
import styles from '../gallery.module.css';
import { hostile } from '../sample-data.ts';
import { Section, State } from '../state.tsx';

const fields = [
  { value: 'event_properties.plan', volume: 84_000, detail: 'pro, free, team', type: 'string' as const },
  { value: 'event_properties.price', volume: 41_000, detail: '49.9, 9.9', type: 'number' as const },
  { value: 'app_version', volume: 120_000, detail: '4.12.0, 4.11.3' },
  { value: 'country', volume: 120_000, detail: 'DE, SE, US' },
];
const events = [
  'screen_viewed',
  'checkout_started',
  'checkout_completed',
  hostile.long,
  hostile.rightToLeft,
  hostile.script,
];

const find = <Item extends Suggestion>(items: readonly Item[], text: string): readonly Item[] =>
  items.filter((item) => item.value.toLowerCase().includes(text.toLowerCase()));

const suggestFields = async (text: string) => find(fields, text);
const suggestValues = async (_field: string, text: string) =>
  find(
    [
      { value: 'pro', volume: 12_000 },
      { value: 'free', volume: 70_000 },
      { value: hostile.script, volume: 1 },
    ],
    text,
  );
const suggestEvents = async (text: string) =>
  find(
    events.map((value, index) => ({ value, volume: 100_000 / (index + 1) })),
    text,
  );

export function InputSection() {
  const [filters, setFilters] = useState<readonly Filter[]>([
    { field: 'event_properties.plan', op: 'eq', value: 'pro' },
    { field: 'country', op: 'in', value: ['DE', 'SE'] },
    { field: 'event_properties.price', op: 'gte', value: 20 },
    { field: 'user_id', op: 'is_not_null' },
    { field: 'app_version', op: 'eq', value: '' },
  ]);
  const [event, setEvent] = useState<string | null>('checkout_completed');
  const [range, setRange] = useState<TimeRange>({ kind: 'relative', last: '7d' });
  const [tab, setTab] = useState<'trends' | 'funnel' | 'retention' | 'paths'>('trends');
  const [text, setText] = useState('');
  const [percent, setPercent] = useState(30);
  const [tags, setTags] = useState<readonly string[]>(['checkout', 'ios', hostile.emoji]);
  const tabs = [
    { value: 'trends', label: 'Trends' },
    { value: 'funnel', label: 'Funnel', count: 3 },
    { value: 'retention', label: 'Retention' },
    { value: 'paths', label: 'Paths', count: 12_400 },
  ] as const;
  return (
    <Section name="Inputs">
      <State name="Tabs of a page, and a choice in a panel">
        <SegmentedTabs label="Kind of question" tabs={tabs} value={tab} onChange={setTab} />
        <SegmentedTabs label="The same as pills" tabs={tabs} value={tab} onChange={setTab} look="pills" />
      </State>
      <State name="Filters">
        <FilterBuilder
          filters={filters}
          onChange={setFilters}
          suggestFields={suggestFields}
          suggestValues={suggestValues}
        />
      </State>
      <State name="Filters that may only be read">
        <FilterBuilder
          filters={filters.slice(0, 2)}
          onChange={setFilters}
          suggestFields={suggestFields}
          suggestValues={suggestValues}
          isReadOnly
        />
      </State>
      <State name="Event, range, search">
        <div className={styles.row}>
          <div style={{ width: 280 }}>
            <EventPicker value={event} onChange={setEvent} suggestEvents={suggestEvents} />
          </div>
          <EventPicker value={null} onChange={setEvent} suggestEvents={suggestEvents} look="pill" />
          <RangePicker value={range} onChange={setRange} />
          <RangePicker
            value={{ kind: 'absolute', fromIso: '2026-11-01T23:00:00Z', toIso: '2026-11-08T23:00:00Z' }}
            onChange={setRange}
          />
          <SearchField value={text} onChange={setText} label="Find flags" />
        </div>
      </State>
      <div className={styles.halves}>
        <State name="Percent">
          <PercentInput label="Rollout" of="people of production" value={percent} onChange={setPercent} />
        </State>
        <State name="Tags">
          <TagInput
            label="Tags"
            isLabelShown
            value={tags}
            onChange={setTags}
            maxTags={20}
            suggestions={['android', 'web']}
          />
        </State>
      </div>
    </Section>
  );
}
