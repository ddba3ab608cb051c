import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { Translated } from '../take-translated.ts';
import type { Envelope } from './read-envelope.ts';
import { translateEvent } from './translate-event.ts';
import { translateSpans, translateTransaction } from './translate-spans.ts';

export interface TranslatedEnvelope extends Translated {
  /** Types of the items that nobody here keeps. */
  readonly ignored: readonly string[];
  /** Errors and spans that are no JSON. */
  readonly broken: number;
}

/** Errors, messages and spans; sessions, replays, profiles and all else is ignored. */
export function translateEnvelope({ eventId, items }: Envelope): TranslatedEnvelope {
  const [events, crashes, metrics]: [JsonObject[], JsonObject[], JsonObject[]] = [[], [], []];
  const ignored: string[] = [];
  let broken = 0;
  for (const { type, payload } of items) {
    if (type !== 'event' && type !== 'transaction' && type !== 'span') {
      ignored.push(knownTypes.has(type) ? type : 'other');
    } else if (!isJsonObject(payload)) {
      broken += 1;
    } else if (type === 'event') {
      const translated = translateEvent(payload, eventId);
      events.push(...(translated.events ?? []));
      crashes.push(...(translated.crashes ?? []));
    } else {
      metrics.push(...(type === 'span' ? translateSpans(payload) : translateTransaction(payload)));
    }
  }
  return { events, crashes, metrics, ignored, broken };
}

/** They are labels of a measurement: what a client makes up is not one. */
const knownTypes = new Set([
  'session',
  'sessions',
  'client_report',
  'attachment',
  'profile',
  'profile_chunk',
  'replay_event',
  'replay_recording',
  'replay_video',
  'check_in',
  'feedback',
  'user_report',
  'log',
  'trace_metric',
]);
