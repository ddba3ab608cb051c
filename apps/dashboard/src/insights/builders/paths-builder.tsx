import { Checkbox } from '@mantine/core';
import { useRowIds } from '../../design/inputs/use-row-ids.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { eventsOf, MAX_DEPTH, MAX_EVENTS, MAX_GROUPS, type PathsInsight } from '../insight.ts';
import { AddButton } from './add-button.tsx';
import { BreakdownPill } from './breakdown-pill.tsx';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import { ClearablePill } from './clearable-pill.tsx';
import { EventsPill } from './events-pill.tsx';
import { ExcludedEvents } from './excluded-events.tsx';
import styles from './insight-builder.module.css';
import { InsightFilters } from './insight-filters.tsx';
import { PathGroupRow } from './path-group-row.tsx';

export interface PathsBuilderProps {
  readonly insight: PathsInsight;
  readonly onChange: (insight: PathsInsight) => void;
}

const depths: readonly Choice<string>[] = Array.from({ length: MAX_DEPTH }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 event' : `${index + 1} events`,
}));

export function PathsBuilder({ insight, onChange }: PathsBuilderProps) {
  const { groups } = insight;
  const rows = useRowIds(groups.length);
  return (
    <div className={flowStyles.stack16}>
      <Clause word="What people do from">
        <ClearablePill
          label="Remove start"
          isSet={insight.startEvent !== null}
          onClear={() => onChange({ ...insight, startEvent: null })}
        >
          <EventsPill
            label="Start event"
            placeholder="session start"
            value={insight.startEvent}
            canBeAny={false}
            onChange={(startEvent) => onChange({ ...insight, startEvent })}
          />
        </ClearablePill>
      </Clause>
      <Clause word="to">
        <ClearablePill
          label="Remove end"
          isSet={insight.endEvent !== null}
          onClear={() => onChange({ ...insight, endEvent: null })}
        >
          <EventsPill
            label="End event"
            placeholder="anywhere"
            value={insight.endEvent}
            canBeAny={false}
            onChange={(endEvent) => onChange({ ...insight, endEvent })}
          />
        </ClearablePill>
      </Clause>
      <Clause word="in up to">
        <ChoicePill
          label="Depth"
          value={String(insight.depth)}
          choices={depths}
          onChange={(depth) => onChange({ ...insight, depth: Number(depth) })}
        />
      </Clause>
      <Clause word="only events where">
        <InsightFilters
          filters={insight.filters}
          events={eventsOf(insight)}
          onChange={(filters) => onChange({ ...insight, filters })}
        />
      </Clause>
      <Clause word="without the events">
        <ExcludedEvents
          events={insight.excluded}
          max={MAX_EVENTS}
          onChange={(excluded) => onChange({ ...insight, excluded })}
        />
        <Checkbox
          size="xs"
          label="Show system events"
          description="Names that begin with $"
          checked={insight.showsSystem}
          onChange={(event) => onChange({ ...insight, showsSystem: event.currentTarget.checked })}
        />
      </Clause>
      <Clause word="with steps split by">
        <BreakdownPill
          label="Step property"
          value={insight.nodeProperty}
          events={eventsOf(insight)}
          onChange={(nodeProperty) => onChange({ ...insight, nodeProperty })}
        />
      </Clause>
      <Clause word="grouped as">
        <div className={styles.rows}>
          {groups.map((group, index) => (
            <PathGroupRow
              key={rows.ids[index]}
              group={group}
              place={index}
              onChange={(changed) =>
                onChange({ ...insight, groups: groups.map((old, at) => (at === index ? changed : old)) })
              }
              onRemove={() => {
                rows.removed(index);
                onChange({ ...insight, groups: groups.filter((_, at) => at !== index) });
              }}
            />
          ))}
        </div>
        {groups.length < MAX_GROUPS && (
          <AddButton
            label="Add group"
            onClick={() => onChange({ ...insight, groups: [...groups, { name: '', pattern: '' }] })}
          />
        )}
      </Clause>
    </div>
  );
}
