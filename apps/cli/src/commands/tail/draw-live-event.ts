import type { Wire } from '@lamppost/protocol';
import { cutTo } from '../../output/draw-table.ts';
import { printable, printableValue } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';

export type LiveEvent =
  | ({ readonly status: 'stored' } & Wire['EventRow'])
  | {
      readonly status: 'rejected' | 'quarantined' | 'poison';
      readonly id: string;
      readonly event: string;
      readonly reason: string;
      readonly received_at: string;
    };

const NAME_WIDTH = 22;
const WHO_WIDTH = 16;

/** `07:45:10  purchase               u-42              amount=12 currency=EUR` on one line of the terminal. */
export function drawLiveEvent(terminal: Terminal, event: LiveEvent): string {
  const { bold, dim, red } = terminal.colours;
  const time = event.received_at.slice(11, 19);
  const name = cutTo(printable(event.event === '' ? '(no name)' : event.event), NAME_WIDTH).padEnd(NAME_WIDTH);
  if (event.status !== 'stored') {
    const room = terminal.width - time.length - NAME_WIDTH - 4;
    return `${dim(time)}  ${red(name)}  ${red(cutTo(`${event.status}: ${printable(event.reason)}`, room))}`;
  }
  const who = event.user_id ?? event.anonymous_id ?? event.device_id ?? '–';
  const shownWho = cutTo(printable(who), WHO_WIDTH).padEnd(WHO_WIDTH);
  const room = terminal.width - time.length - NAME_WIDTH - WHO_WIDTH - 6;
  const properties = Object.entries(event.properties)
    .map(([key, value]) => `${printable(key)}=${printableValue(value)}`)
    .join(' ');
  return `${dim(time)}  ${bold(name)}  ${shownWho}  ${cutTo(properties, room)}`.trimEnd();
}
