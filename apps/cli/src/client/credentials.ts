import type { Route } from '@lamppost/protocol';
import type { Connection, Sourced } from '../config/connection.ts';
import { type KeyKind, keyKinds, keyPrefix, readKey } from '../config/key-kind.ts';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';

/** What is shown to the server for a route; a failure that says what is needed when that is not there. */
export function credentialFor(route: Route, connection: Connection): Sourced | undefined {
  const { key, operatorToken } = connection;
  if (route.access.includes('anyone')) return undefined;
  if (route.access.includes('operator') && operatorToken !== undefined) return operatorToken;
  const kinds = keyKinds.filter((kind) => route.access.includes(kind));
  if (kinds.length === 0) throw new CliError('This needs the operator token.', operatorHint(key));
  if (key === undefined) throw denied(`No key. This needs ${sayKinds(kinds)}.`, loginHint(kinds));
  const parsed = readKey(key.value);
  if (parsed === undefined) {
    throw denied(
      `The value of ${key.source} is not a key: a key looks like ${keyPrefix(kinds[0] ?? 'secret')}.`,
      loginHint(kinds),
    );
  }
  if (!kinds.includes(parsed.kind)) {
    const has = `the key of ${key.source} is a ${parsed.kind} one (${keyPrefix(parsed.kind)})`;
    throw denied(`This needs ${sayKinds(kinds)}; ${has}.`, loginHint(kinds));
  }
  return key;
}

const sayKinds = (kinds: readonly KeyKind[]): string =>
  `a ${kinds.map((kind) => `${kind} key (${keyPrefix(kind)})`).join(' or a ')}`;

const denied = (message: string, hint: string): CliError => new CliError(message, { exitCode: exitCodes.denied, hint });

const loginHint = (kinds: readonly KeyKind[]): string =>
  `Run "lamppost login", or set LP_KEY to ${sayKinds(kinds)}. Create keys in the dashboard under Settings › Keys.`;

const operatorHint = (key: Sourced | undefined) => ({
  exitCode: exitCodes.denied,
  hint: [
    'Set LP_OPERATOR_TOKEN, or store it in a profile: lamppost login --key lpop_…',
    ...(key === undefined ? [] : ['A project key is not enough: this affects the whole installation.']),
    'The first start of the server printed it.',
  ].join('\n'),
});
