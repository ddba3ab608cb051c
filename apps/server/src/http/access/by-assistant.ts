import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './caller.ts';

const NAME = 'x-lamppost-assistant';
/** Known to this process alone: only its own requests to itself carry it. */
const MARK = randomUUID();

/** For requests that the server sends to its own routes on behalf of an assistant. */
export const assistantHeaders = { [NAME]: MARK } as const;

/** An assistant acts with a key, but what it changes waits for a person. */
export const byAssistant = (caller: Caller, headers: IncomingHttpHeaders): Caller =>
  caller.kind === 'key' && headers[NAME] === MARK ? { ...caller, isAssistant: true } : caller;
