import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

export interface StatementRefusalParams {
  readonly scope: Scope;
  readonly sql: string;
}

/** Why an engine cannot run a statement, in the words that somebody who runs it would read; null when it can. */
export interface StatementRefusalResult {
  readonly reason: string | null;
}

/**
 * Whether a statement that was written for another engine can be run by this one: it is read, checked and planned, but not
 * run. What only shows in rows, such as a text that is no number, is not found.
 */
export const statementRefusalQuery = defineQuery<StatementRefusalParams, StatementRefusalResult>('statementRefusal');
