import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { HOUR_MS } from '../../design/format/units.ts';
import type { AlertRow } from './alert-words.ts';

export interface AlertMuteMenuProps {
  readonly alert: AlertRow;
  /** An icon only, for a table. */
  readonly isCompact?: boolean;
}

const spans = [
  { label: 'For 1 hour', hours: 1 },
  { label: 'For 24 hours', hours: 24 },
  { label: 'For 7 days', hours: 168 },
] as const;

export function AlertMuteMenu({ alert, isCompact = false }: AlertMuteMenuProps) {
  const mute = useApiMutation('POST', '/v1/alerts/:id/mute', { invalidates: ['/v1/alerts', '/v1/changes'] });
  const send = async (body: { muted: boolean; until?: string | null }) => {
    try {
      await mute.mutateAsync({ params: { id: alert.id }, body });
      toasts.success({ title: body.muted ? 'Alert muted' : 'Alert unmuted' });
    } catch (error) {
      toasts.error({
        title: `Couldn't ${body.muted ? 'mute' : 'unmute'} the alert`,
        message: error instanceof Error ? error.message : '',
      });
    }
  };
  const label = alert.muted ? 'Unmute' : 'Mute';
  const Icon = alert.muted ? IconBellOff : IconBell;
  if (alert.muted) {
    const unmute = () => void send({ muted: false });
    return isCompact ? (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${label} ${alert.name}`}
        data-hint={label}
        onClick={unmute}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    ) : (
      <Button variant="default" leftSection={<Icon size={16} aria-hidden />} loading={mute.isPending} onClick={unmute}>
        {label}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        {isCompact ? (
          <ActionIcon variant="subtle" color="gray" aria-label={`${label} ${alert.name}`} data-hint={label}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<Icon size={16} aria-hidden />} loading={mute.isPending}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {spans.map(({ label: span, hours }) => (
          <Menu.Item
            key={span}
            onClick={() => void send({ muted: true, until: new Date(Date.now() + hours * HOUR_MS).toISOString() })}
          >
            {span}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void send({ muted: true, until: null })}>Until I unmute it</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
