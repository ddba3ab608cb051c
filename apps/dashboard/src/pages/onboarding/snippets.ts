import type { CodeLanguage } from '../../design/code-block.tsx';

export const snippetKinds = ['browser', 'react-native', 'node', 'curl'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

export interface SnippetInput {
  readonly key: string;
  /** Where the server is reached, without a slash at its end. */
  readonly url: string;
}

export interface Snippet {
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

export function snippetFor(kind: SnippetKind, input: SnippetInput): Snippet {
  if (kind === 'curl') return { title: 'Paste it into a terminal', language: 'bash', code: curlSnippet(input) };
  const { title, before, platform, use } = programs[kind];
  return { title, language: 'js', code: `${before}${trackSnippet(input, platform)}\n\n${use}\n` };
}

/** Without any package: each event carries an id, so that sending it again after a failure counts it once. */
const trackSnippet = ({ key, url }: SnippetInput, platform: string): string =>
  `const newId = () => \`\${Date.now()}-\${Math.random().toString(36).slice(2)}\`;
const anonymousId = newId(); // keep it, so that the same person is counted once

function track(event, properties = {}) {
  return fetch(${js(`${url}/v1/ingest`)}, {
    method: 'POST',
    headers: { Authorization: ${js(`Bearer ${key}`)}, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      batch: [{ event, properties, event_id: newId(), timestamp: new Date().toISOString() }],
      context: { user: { anonymous_id: anonymousId }, device: { platform: ${platform} }, app: { version: '1.0.0' } },
    }),
  });
}`;

const programs = {
  browser: {
    title: 'Paste it where your app starts, or into the console of a page',
    before: '',
    platform: `'web'`,
    use: `track('page viewed', { path: location.pathname });`,
  },
  'react-native': {
    title: 'Paste it where your app starts',
    before: `import { Platform } from 'react-native';\n\n`,
    platform: 'Platform.OS',
    use: `track('app opened');`,
  },
  node: {
    title: 'Paste it where your server starts; Node 18 or later',
    before: '',
    platform: `'server'`,
    use: `track('server started', { node: process.version });`,
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
