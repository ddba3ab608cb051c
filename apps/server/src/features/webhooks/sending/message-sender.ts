import type { SentWebhookEvent } from '@lamppost/protocol';
import type { NoticePayload } from '../../../control/notices/write-payload.ts';
import { OutboundFailure } from '../../../engines/outbound/outbound-errors.ts';
import type { OutboundPolicy } from '../../../engines/outbound/outbound-policy.ts';
import { postBounded } from '../../../engines/outbound/post-bounded.ts';
import { describeNotice } from '../formats/describe-notice.ts';
import { discordMessage } from '../formats/discord-message.ts';
import { emailMessage } from '../formats/email-message.ts';
import { slackMessage } from '../formats/slack-message.ts';
import { teamsMessage } from '../formats/teams-message.ts';
import type { AttemptOutcome, Delivery, Endpoint, EndpointKind } from '../webhook-store.ts';
import type { Mail, Mailer } from './mailer.ts';
import { signMessage } from './sign-message.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 4_096;
const KEPT_CHARACTERS = 1_000;

/** How a type of message is written where a notice in words is not enough. */
interface MessageFormat {
  chat(kind: Exclude<EndpointKind, 'webhook' | 'email'>, payload: NoticePayload): object;
  mail(payload: NoticePayload): Promise<Omit<Mail, 'to' | 'messageId'>>;
}

export interface MessageSenderDeps {
  readonly policy: OutboundPolicy;
  /** Undefined where the operator has set no mail server. */
  readonly mailer: Mailer | undefined;
  /** Of the dashboard, for links. */
  readonly dashboardUrl: () => string;
  readonly userAgent: string;
  readonly formats?: Readonly<Partial<Record<SentWebhookEvent, MessageFormat>>>;
  readonly clock?: () => number;
  readonly timeoutMs?: number;
}

export type Message = Pick<Delivery, 'messageId' | 'payload'>;

/** One attempt to deliver a message, which never rejects unless `signal` ended it. */
export class MessageSender {
  readonly #deps: MessageSenderDeps;

  constructor(deps: MessageSenderDeps) {
    this.#deps = deps;
  }

  async send(endpoint: Endpoint, message: Message, signal?: AbortSignal): Promise<AttemptOutcome> {
    const atMs = (this.#deps.clock ?? Date.now)();
    const began = performance.now();
    const durationMs = (): number => Math.round(performance.now() - began);
    try {
      const { status, body } = await this.#attempt(endpoint, message, atMs, signal);
      const isDelivered = status === null || (status >= 200 && status < 300);
      const error = status !== null && status >= 300 && status < 400 ? 'Redirects are not followed' : null;
      const responseBody = body.slice(0, KEPT_CHARACTERS);
      return { isDelivered, atMs, durationMs: durationMs(), responseStatus: status, responseBody, error };
    } catch (error) {
      signal?.throwIfAborted();
      const reason = error instanceof OutboundFailure ? error.message : `Unexpected: ${(error as Error).message}`;
      const failed = { responseStatus: null, responseBody: null, error: reason };
      return { isDelivered: false, atMs, durationMs: durationMs(), ...failed };
    }
  }

  async #attempt(
    endpoint: Endpoint,
    { messageId, payload }: Message,
    atMs: number,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly status: number | null; readonly body: string }> {
    const { kind, target } = endpoint;
    if (kind === 'email') return await this.#mail(target, messageId, payload);
    const body = kind === 'webhook' ? payload : this.#chatBody(kind, payload);
    const signature =
      kind === 'webhook'
        ? signMessage({ id: messageId, timestampSeconds: Math.floor(atMs / 1_000), body }, secretsAt(endpoint, atMs))
        : {};
    const { policy, userAgent, timeoutMs = TIMEOUT_MS } = this.#deps;
    const headers = { 'Content-Type': 'application/json', 'User-Agent': userAgent, ...signature };
    const limits = { timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES };
    return await postBounded({ url: target, headers, body, ...limits, ...(signal && { signal }) }, policy);
  }

  #chatBody(kind: Exclude<EndpointKind, 'webhook' | 'email'>, payload: string): string {
    const notice = JSON.parse(payload) as NoticePayload;
    const format = this.#deps.formats?.[notice.type];
    return JSON.stringify(
      format === undefined ? CHATS[kind](describeNotice(notice, this.#deps.dashboardUrl())) : format.chat(kind, notice),
    );
  }

  async #mail(target: string, messageId: string, payload: string): Promise<{ status: null; body: string }> {
    const { mailer, dashboardUrl, formats } = this.#deps;
    if (mailer === undefined) throw new OutboundFailure('The operator has not set LP_SMTP_URL');
    const notice = JSON.parse(payload) as NoticePayload;
    const format = formats?.[notice.type];
    const mail =
      format === undefined ? emailMessage(describeNotice(notice, dashboardUrl())) : await format.mail(notice);
    const { response } = await mailer.send({ ...mail, to: target.split(','), messageId });
    return { status: null, body: response };
  }
}

const CHATS = { slack: slackMessage, discord: discordMessage, teams: teamsMessage } as const;

function secretsAt({ secret, oldSecret, oldSecretUntilMs }: Endpoint, nowMs: number): string[] {
  const isOldInForce = oldSecret !== null && oldSecretUntilMs !== null && nowMs < oldSecretUntilMs;
  return isOldInForce ? [secret, oldSecret] : [secret];
}
