import { IconZoomExclamation } from '@tabler/icons-react';
import { EmptyState } from '../../design/layout/empty-state.tsx';
import { eventsOf, type Insight } from '../../insights/insight.ts';

/** The query was answered: nothing happened. */
export function NothingFound({ insight }: { readonly insight: Insight }) {
  const events = eventsOf(insight);
  return (
    <EmptyState
      icon={<IconZoomExclamation size={28} stroke={1.4} />}
      title={
        insight.kind === 'funnel' ? 'Nobody did the first step in this range.' : 'Nothing like this in this range.'
      }
    >
      {events.length > 0 && (
        <p>
          Asked for{' '}
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
      <p>Choose a longer range, or take a filter away. Names and values are compared with case.</p>
    </EmptyState>
  );
}
