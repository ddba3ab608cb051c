import { failureOf } from '../../api/failure-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { EventList } from '../../insights/events/event-list.tsx';

export interface DeviceEventsProps {
  readonly deviceId: string;
  readonly openId: string | undefined;
  readonly onOpenChange: (id: string | undefined) => void;
}

/** Events that name the device, newest first, whichever user was signed in. */
export function DeviceEvents({ deviceId, openId, onOpenChange }: DeviceEventsProps) {
  const list = useApiList('/v1/events', { query: { device_id: deviceId, limit: 50 } });
  return (
    <Panel
      title="Events"
      description="Newest first, across all users of the device"
      isFlush
      isLoading={list.isPending}
      loadingHeight={360}
      error={failureOf(list, "Couldn't load events")}
      empty={
        list.rows.length === 0
          ? { title: 'No events from this device', children: "It registered but hasn't sent any events." }
          : undefined
      }
    >
      <EventList label="Device events" list={list} openId={openId} onOpenChange={onOpenChange} />
    </Panel>
  );
}
