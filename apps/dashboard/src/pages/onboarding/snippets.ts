import type { CodeLanguage } from '../../design/code-block.tsx';

export const snippetKinds = ['browser', 'react-native', 'node', 'curl'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

export interface SnippetInput {
  readonly key: string;
  /** Where the server is reached, without a slash at its end. */
  readonly url: string;
}

export interface SnippetPart {
  /** What to do with it. */
  readonly title: string;
  readonly language: CodeLanguage;
  readonly code: string;
}

export const snippetLabels: Readonly<Record<SnippetKind, string>> = {
  browser: 'Browser',
  'react-native': 'React Native',
  node: 'Node',
  curl: 'curl',
};

/** Texts inside of quotes of JavaScript; nothing that is put in can end them. */
const js = (text: string): string =>
  `'${text.replace(/[\\'\u0000-\u001f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;

/** Texts inside of single quotes of a shell. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function snippetsFor(kind: SnippetKind, input: SnippetInput): readonly SnippetPart[] {
  if (kind === 'curl') return [{ title: 'Paste it into a terminal', language: 'bash', code: curlSnippet(input) }];
  const { name, about, rest } = sdks[kind];
  return [
    { title: 'Install', language: 'bash', code: `npm install ${name}` },
    { title: about, language: 'js', code: `${createSnippet(name, input)}\n\n${rest}` },
  ];
}

const createSnippet = (name: string, { key, url }: SnippetInput): string =>
  `import { createLamppost } from ${js(name)};

export const lamppost = createLamppost({
  key: ${js(key)},
  url: ${js(url)},
  app: { version: '1.0.0' },
});`;

const sdks = {
  browser: {
    name: '@lamppost/browser',
    about: 'Once, where your app starts',
    rest: `lamppost.track('page viewed', { path: location.pathname });

// When somebody signs in:
// lamppost.identify('user-42', { plan: 'pro' });`,
  },
  'react-native': {
    name: '@lamppost/react-native',
    about: 'Once, where your app starts',
    rest: `lamppost.track('app opened');

// When somebody signs in:
// lamppost.identify('user-42', { plan: 'pro' });`,
  },
  node: {
    name: '@lamppost/node',
    about: 'Once, where your server starts',
    rest: `lamppost.track('server started', { node: process.version });

// Sends what waits, before the process ends:
// await lamppost.close();`,
  },
} as const;

/** Works as it is pasted, in bash and in other shells. */
export function curlSnippet({ key, url }: SnippetInput): string {
  const body = JSON.stringify({ batch: [{ event: 'hello', properties: { from: 'the terminal' } }] });
  return `curl ${shell(`${url}/v1/ingest`)} \\
  -H ${shell(`Authorization: Bearer ${key}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${shell(body)}`;
}
