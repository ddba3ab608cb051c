import { expect, test } from 'vitest';
import { readTarget } from './read-target.ts';
import type { EndpointKind } from './webhook-store.ts';

const policy = { allowPrivate: false };
const fieldErrors = (kind: EndpointKind, sent: Parameters<typeof readTarget>[1]): unknown => {
  try {
    return readTarget(kind, sent, policy);
  } catch (error) {
    return Object.keys((error as { details: { fieldErrors: object } }).details.fieldErrors);
  }
};

const cases: readonly [string, EndpointKind, Parameters<typeof readTarget>[1], unknown][] = [
  ['a URL', 'webhook', { url: 'https://hooks.example.com/x' }, 'https://hooks.example.com/x'],
  [
    'a URL of a chat',
    'slack',
    { url: 'https://hooks.slack.com/services/T/B/x' },
    'https://hooks.slack.com/services/T/B/x',
  ],
  ['nothing', 'webhook', {}, undefined],
  ['a private URL', 'discord', { url: 'https://10.0.0.1/' }, ['url']],
  ['the metadata of a cloud', 'webhook', { url: 'http://169.254.169.254/latest/meta-data/' }, ['url']],
  ['recipients of a webhook', 'webhook', { recipients: ['a@b.example'] }, ['recipients']],
  ['a URL of an email', 'email', { url: 'https://x.example/' }, ['url']],
  ['recipients', 'email', { recipients: ['a@b.example', 'c@d.example', 'a@b.example'] }, 'a@b.example,c@d.example'],
  ['two recipients in one', 'email', { recipients: ['a@b.example,c@d.example'] }, ['recipients.0']],
  [
    'a header in a recipient',
    'email',
    { recipients: ['a@b.example', 'a@b.example\nBcc: c@d.example'] },
    ['recipients.1'],
  ],
  ['a recipient at an address', 'email', { recipients: ['root@[127.0.0.1]'] }, ['recipients.0']],
  ['a recipient on this machine', 'email', { recipients: ['root@localhost'] }, ['recipients.0']],
];
for (const [name, kind, sent, expected] of cases) {
  test(`readTarget: ${name}`, () => expect(fieldErrors(kind, sent)).toEqual(expected));
}
