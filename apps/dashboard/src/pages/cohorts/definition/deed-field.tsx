import { useCallback } from 'react';
import { EventPicker } from '../../../design/inputs/event-picker.tsx';
import type { Suggest } from '../../../design/inputs/suggestion.ts';
import { InsightFilters } from '../../../insights/builders/insight-filters.tsx';
import { ANY_EVENT, eventLabel } from '../../../insights/event-label.ts';
import { eventOfWire } from '../../../insights/query/wire-event.ts';
import { useEventSuggestions } from '../../../insights/use-event-suggestions.ts';
import type { Deed } from './cohort-draft.ts';

export interface DeedFieldProps {
  readonly label: string;
  readonly deed: Deed;
  readonly onChange: (deed: Deed) => void;
}

/** An event and its filters. */
export function DeedField({ label, deed, onChange }: DeedFieldProps) {
  const known = useEventSuggestions();
  const suggestEvents = useCallback<Suggest>(
    async (text, signal) => {
      const isAsked = ANY_EVENT.toLowerCase().includes(text.trim().toLowerCase());
      return [...(isAsked ? [{ value: ANY_EVENT }] : []), ...(await known(text, signal))];
    },
    [known],
  );
  const names = deed.event === undefined || deed.event === null ? [] : [deed.event].flat();
  return (
    <>
      <EventPicker
        look="pill"
        label={label}
        placeholder="select event"
        value={deed.event === undefined ? null : eventLabel(eventOfWire(deed.event))}
        suggestEvents={suggestEvents}
        onChange={(name) => onChange({ ...deed, event: name === ANY_EVENT ? null : name })}
      />
      <InsightFilters
        events={names}
        filters={deed.filters}
        onChange={(filters) => onChange({ ...deed, filters })}
        addLabel="Filter"
      />
    </>
  );
}
