import { useCallback } from 'react';
import { EventPicker } from '../../design/inputs/event-picker.tsx';
import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import type { Suggest } from '../../design/inputs/suggestion.ts';
import textStyles from '../../design/primitives/text.module.css';
import { ANY_EVENT } from '../event-label.ts';
import { type EventChoice, MAX_EVENTS, namesOf } from '../insight.ts';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { ClearablePill } from './clearable-pill.tsx';
import styles from './insight-builder.module.css';

export interface EventsPillProps {
  readonly label: string;
  readonly value: EventChoice;
  readonly onChange: (event: EventChoice) => void;
  readonly placeholder?: string | undefined;
  /** False where leaving it empty means any event already. */
  readonly canBeAny?: boolean | undefined;
}

/** No event has this name: events have no control characters. */
const ANY = '\u0000';
const any = { value: ANY, label: ANY_EVENT, detail: 'every event counts' };

/** An event, several of which any counts, or any event at all. */
export function EventsPill({ label, value, onChange, placeholder, canBeAny = true }: EventsPillProps) {
  const suggestEvents = useEventSuggestions();
  const names = namesOf(value);
  const [first] = names;
  const suggestWithAny = useCallback<Suggest>(
    async (text, signal) => {
      const events = await suggestEvents(text, signal);
      const typed = text.trim().toLowerCase();
      if (!canBeAny || !ANY_EVENT.toLowerCase().includes(typed)) return events;
      return typed === '' ? [any, ...events] : [...events, any];
    },
    [suggestEvents, canBeAny],
  );
  const others = useCallback<Suggest>(
    async (text, signal) => (await suggestEvents(text, signal)).filter(({ value: name }) => !names.includes(name)),
    [suggestEvents, names],
  );
  const replace = (at: number, name: string) =>
    onChange(choiceOf(names.map((old, index) => (index === at ? name : old))));
  const isAny = value !== null && first === undefined;
  return (
    <>
      <EventPicker
        look="pill"
        label={label}
        placeholder={placeholder}
        value={isAny ? ANY : (first ?? null)}
        describe={(name) => (name === ANY ? ANY_EVENT : name)}
        suggestEvents={suggestWithAny}
        onChange={(name) => {
          if (name === ANY) onChange([]);
          else if (first === undefined) onChange(name);
          else replace(0, name);
        }}
      />
      {names.slice(1).map((name, index) => (
        <span key={name} className={styles.joined}>
          <span className={textStyles.muted13}>or</span>
          <ClearablePill
            label={`Remove ${name}`}
            isSet
            onClear={() => onChange(choiceOf(names.filter((_, at) => at !== index + 1)))}
          >
            <EventPicker
              look="pill"
              label={`${label}, or`}
              value={name}
              suggestEvents={others}
              onChange={(changed) => replace(index + 1, changed)}
            />
          </ClearablePill>
        </span>
      ))}
      {names.length > 0 && names.length < MAX_EVENTS && (
        <SuggestPicker
          look="word"
          label={`${label}, add another`}
          placeholder="or…"
          value={null}
          suggest={others}
          isFree
          onChange={(name) => {
            if (!names.includes(name)) onChange([...names, name]);
          }}
        />
      )}
    </>
  );
}

const choiceOf = (names: readonly string[]): EventChoice => {
  const [first, ...more] = [...new Set(names)];
  return first === undefined ? null : more.length === 0 ? first : [first, ...more];
};
