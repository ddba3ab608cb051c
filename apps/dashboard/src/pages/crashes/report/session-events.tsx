import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { EventList } from '../../../insights/events/event-list.tsx';

/** What the app sent in the session that crashed; looked for when somebody wants to see it. */
export function SessionEvents({ sessionId }: { readonly sessionId: string }) {
  const [isAsked, setAsked] = useState(false);
  const [openId, setOpenId] = useState<string | undefined>();
  const list = useApiList('/v1/events', { query: { session_id: sessionId, limit: 50 } }, { enabled: isAsked });
  return (
    <Panel
      title="Session events"
      description="Events before and after the crash, newest first"
      isFlush={isAsked}
      isLoading={isAsked && list.isPending}
      error={isAsked ? failureOf(list, "Couldn't load events") : undefined}
      empty={isAsked && list.rows.length === 0 ? { title: 'No events in this session' } : undefined}
    >
      {!isAsked && (
        <Button variant="default" size="xs" onClick={() => setAsked(true)}>
          Show events
        </Button>
      )}
      {isAsked && <EventList label="Events of the session" list={list} openId={openId} onOpenChange={setOpenId} />}
    </Panel>
  );
}
