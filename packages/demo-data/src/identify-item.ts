import type { DemoItem } from './demo-item.ts';
import { userAttributes } from './session-context.ts';
import type { SessionTeller } from './session-teller.ts';

/** What an app sends when somebody signs in. */
export const identifyItem = ({ device, person }: SessionTeller): DemoItem => ({
  kind: 'identify',
  deviceId: device.id,
  body: JSON.stringify({ user_id: person.userId, attributes: userAttributes(person) }),
});
