import type { CodeLanguage } from '../../design/code/code-block.tsx';
import { scriptStub } from './generated/script-stub.ts';

export const snippetKinds = ['browser', 'script-tag', 'react-native', 'node', 'curl'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

export interface SnippetInput {
  readonly key: string;
  /** For servers. */
  readonly secretKey: string;
  /** Where the server is reached, without a slash at its end. */
  readonly url: string;
  /** Where the server has its newest SDK packages, by their names; it leads to them from a path without a version too. */
  readonly sdkPaths: Readonly<Record<string, string>>;
}

/** Something to paste. */
interface SnippetPart {
  /** What to do with it. */
  readonly title: string;
  readonly language: CodeLanguage;
  readonly code: string;
  /** Another way to the same. */
  readonly alternative?: Pick<SnippetPart, 'title' | 'code'>;
}

export interface Snippet {
  /** In the order in which they are pasted. */
  readonly parts: readonly SnippetPart[];
  /** What to expect of it. */
  readonly words: string;
  /** It takes a secret key, which cannot be shown a second time. */
  readonly needsSecretKey?: boolean;
}

export const snippetLabels: Readonly<Record<SnippetKind, string>> = {
  browser: 'Browser',
  'script-tag': 'Script tag',
  'react-native': 'React Native',
  node: 'Node',
  curl: 'curl',
};

/** Texts inside of quotes of JavaScript; nothing that is put in can end them, or the script around them. */
const js = (text: string): string =>
  `'${text.replace(/[\\'<\u0000-\u001f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;

/** Texts inside of quotes of an attribute. */
const attribute = (text: string): string => `"${text.replace(/[&"<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`;

/** Texts inside of single quotes of a shell. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quoted where it would mean something to a shell. */
const word = (text: string): string => (/^[\w:/.@[\]-]+$/.test(text) ? text : shell(text));

/** Every server has the SDKs that fit it, so that nobody depends on what is published. */
function install({ url, sdkPaths }: SnippetInput, ...packages: string[]): SnippetPart {
  const served = packages.map((name) => {
    if (!name.startsWith('@lamppost/')) return name;
    return word(url + (sdkPaths[name] ?? `/sdk/${name.replace('@lamppost/', '')}.tgz`));
  });
  return {
    title: 'Install from this server',
    language: 'bash',
    code: `npm install ${served.join(' ')}`,
    alternative: { title: 'Or install from npm', code: `npm install ${packages.join(' ')}` },
  };
}

/** Put together, as tools that look for the imports of this app take none that is written down for one. */
const importing = (what: string, from: string): string => ['import', what, 'from', `${js(from)};`].join(' ');

const once = "Events that can't be sent are stored on the device and retried; each counts once.";

const snippets: Readonly<Record<SnippetKind, (input: SnippetInput) => Snippet>> = {
  browser: (input) => ({
    parts: [
      install(input, '@lamppost/browser'),
      {
        title: "Add to your app's entry point",
        language: 'js',
        code: `${importing('{ createLamppost }', '@lamppost/browser')}

export const lamppost = createLamppost({
  key: ${js(input.key)},
  url: ${js(input.url)},
  app: { version: '1.0.0' },
});

lamppost.track('hello', { from: 'a page' });
`,
      },
    ],
    words: `Page views, errors and web vitals are captured automatically. ${once}`,
  }),

  'script-tag': ({ key, url }) => ({
    parts: [
      {
        title: 'Add to the head of your pages',
        language: 'js',
        code: `<script>
  ${scriptStub}
  lamppost.track('hello', { from: 'a script tag' });
</script>
<script async src=${attribute(`${url}/sdk/lamppost.js`)}
  data-key=${attribute(key)}
  data-version="1.0.0"></script>
`,
      },
    ],
    words: `Nothing to install. Calls are queued until the script has loaded and never throw if it is blocked. Page views, errors and web vitals are captured automatically. ${once}`,
  }),

  'react-native': (input) => ({
    parts: [
      install(input, '@lamppost/react-native', '@react-native-async-storage/async-storage'),
      {
        title: "Add to your app's entry point",
        language: 'js',
        code: `${importing('{ createLamppost }', '@lamppost/react-native')}
${importing('AsyncStorage', '@react-native-async-storage/async-storage')}

export const lamppost = createLamppost({
  key: ${js(input.key)},
  url: ${js(input.url)},
  storage: AsyncStorage,
  app: { version: '1.0.0' },
});

lamppost.track('hello', { from: 'an app' });
`,
      },
    ],
    words: `Errors, cold starts, frames and requests are captured automatically. ${once}`,
  }),

  node: (input) => ({
    parts: [
      install(input, '@lamppost/node'),
      {
        title: "Save as hello.mjs, or add to your server's entry point",
        language: 'js',
        code: `${importing('{ createLamppost }', '@lamppost/node')}

export const lamppost = createLamppost({
  key: process.env.LAMPPOST_SECRET_KEY,
  url: ${js(input.url)},
  app: { version: '1.0.0' },
});

lamppost.track('hello', { from: \`Node \${process.version}\` });
`,
      },
      {
        title: 'Run with a secret key',
        language: 'bash',
        code: `LAMPPOST_SECRET_KEY=${shell(input.secretKey)} node hello.mjs`,
      },
    ],
    words: 'Flags are evaluated in the process. Pending events are sent when the process exits.',
    needsSecretKey: true,
  }),

  curl: (input) => ({
    parts: [{ title: 'Run in a terminal', language: 'bash', code: curlSnippet(input) }],
    words:
      'A 202 response means the event is safely stored. On any other response, retry with the same event_id; it counts once.',
  }),
};

export const snippetFor = (kind: SnippetKind, input: SnippetInput): Snippet => snippets[kind](input);

/** Works as it is pasted, in bash and in other shells. */
export function curlSnippet({ key, url }: Pick<SnippetInput, 'key' | 'url'>): string {
  const body = JSON.stringify({ batch: [{ event: 'hello', properties: { from: 'the terminal' } }] });
  return `curl ${shell(`${url}/v1/ingest`)} \\
  -H ${shell(`Authorization: Bearer ${key}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${shell(body)}`;
}
