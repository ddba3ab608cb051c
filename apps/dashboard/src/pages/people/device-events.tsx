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
      description="Newest first, whoever was signed in."
      isFlush
      isLoading={list.isPending}
      loadingHeight={360}
      error={failureOf(list, 'The events could not be loaded.')}
      empty={
        list.rows.length === 0
          ? { title: 'No event names this device.', children: 'It has registered, and sent nothing since.' }
          : undefined
      }
    >
      <EventList label="Events of the device" list={list} openId={openId} onOpenChange={onOpenChange} />
    </Panel>
  );
}
