import { IconZoomExclamation } from '@tabler/icons-react';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { eventsOf, type Insight } from '../../insights/insight.ts';

/** The query was answered: nothing happened. */
export function NothingFound({ insight }: { readonly insight: Insight }) {
  const events = eventsOf(insight);
  return (
    <EmptyState
      icon={<IconZoomExclamation size={28} stroke={1.4} />}
      title={insight.kind === 'funnel' ? 'No one did the first step in this range' : 'No matching events in this range'}
    >
      {events.length > 0 && (
        <p>
          Searched for{' '}
          {events.map((event, index) => (
            <span key={event}>
              {index > 0 && ', '}
              <bdi>
                <code>{event}</code>
              </bdi>
            </span>
          ))}
          .
        </p>
      )}
      <p>Choose a longer range or remove a filter. Names and values are case-sensitive.</p>
    </EmptyState>
  );
}
