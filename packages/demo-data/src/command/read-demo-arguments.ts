import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandFailed } from './command-failed.ts';
import { readBootstrap } from './read-bootstrap.ts';
import { wholeNumber } from './whole-number.ts';

export interface DemoArguments {
  readonly url: string;
  readonly dataDirectory: string;
  readonly events: number;
  readonly keys: { readonly secret: string; readonly publishable: string };
  readonly operatorToken: string;
  readonly owner: { readonly email: string; readonly password: string };
}

/** Sent and loaded in less than a minute by a small machine, and dense enough that a week of it fills a page. */
const usualEvents = '80k';

/** What `npm start -- --demo` says to its helper. */
export function readDemoArguments(args: readonly string[]): DemoArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      'bootstrap-file': { type: 'string', default: './data-demo/bootstrap.json' },
      'data-dir': { type: 'string' },
      events: { type: 'string', default: usualEvents },
    },
  });
  const file = values['bootstrap-file'];
  const dataDirectory = values['data-dir'] ?? dirname(file);
  if (!existsSync(file)) {
    throw new CommandFailed(
      `${file} is gone, and with it the keys of the demo. To begin anew, remove ${dataDirectory}; to go on without the demo, start without --demo.`,
    );
  }
  const { keys, owner, operator_token: operatorToken } = readBootstrap(file);
  const { secret, publishable } = keys?.production ?? {};
  const { email, password } = owner ?? {};
  if (!secret || !publishable || !operatorToken || !email || !password)
    throw new CommandFailed(`${file} is not what the first start of a server writes.`);
  return {
    url: values.url,
    dataDirectory,
    events: wholeNumber('--demo-events', values.events, 1_000, 10_000_000),
    keys: { secret, publishable },
    operatorToken,
    owner: { email, password },
  };
}
