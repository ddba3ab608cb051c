import { createHmac } from 'node:crypto';

export interface SignedMessage {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/** The headers of Standard Webhooks, with one signature for each secret. */
export function signMessage(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': `${message.timestampSeconds}`,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(message, secret)}`).join(' '),
  };
}

function signatureOf({ id, timestampSeconds, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64');
}
