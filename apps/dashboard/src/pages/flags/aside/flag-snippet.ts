import type { Flag } from '../targeting/targeting.ts';

export const snippetSdks = ['browser', 'react', 'react-native', 'node'] as const;
export type SnippetSdk = (typeof snippetSdks)[number];

type ReadFlag = Pick<Flag, 'key' | 'value_type' | 'default_value'>;

/** Nothing that is put in can end the quotes. */
const js = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;

/** Put together, as tools that look for the imports of this app take none that is written down for one. */
const importing = (what: string, from: string): string => ['import', what, 'from', `${js(from)};`].join(' ');

/** `new-checkout_v2` → `newCheckoutV2`. */
function nameOf(key: string): string {
  const [first = '', ...rest] = key.split(/[^a-zA-Z0-9]+/).filter((part) => part !== '');
  const name = first + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return /^[a-zA-Z]/.test(name) ? name : `flag${name}`;
}

/** The default, as long as it can be read in a line. Its type is that of the value. */
function fallbackOf({ value_type: type, default_value: value }: ReadFlag): string {
  if (type === 'string') return js(typeof value === 'string' && value.length <= 60 ? value : '');
  if (type === 'json') {
    const text = JSON.stringify(value);
    return text !== undefined && text.length <= 80 ? text : Array.isArray(value) ? '[]' : '{}';
  }
  return type === 'number' ? String(Number(value) || 0) : String(value === true);
}

/** How an app reads the flag. */
export function flagSnippet(sdk: SnippetSdk, flag: ReadFlag): string {
  const call = `(${js(flag.key)}, ${fallbackOf(flag)})`;
  const name = nameOf(flag.key);
  const isBoolean = flag.value_type === 'boolean';
  switch (sdk) {
    case 'react':
      return `${importing('{ useFlag }', '@lamppost/react')}

function Example() {
  const ${name} = useFlag${call};
  return ${isBoolean ? `${name} ? <New /> : <Old />` : `<View value={${name}} />`};
}
`;
    case 'node':
      return `const user = lamppost.forUser({ userId: 'user-42' });
${isBoolean ? `if (user.flag${call}) {\n  // on for this user\n}` : `const ${name} = user.flag${call};`}
`;
    default:
      return `// made with createLamppost of @lamppost/${sdk}
${importing('{ lamppost }', './lamppost')}

${isBoolean ? `if (lamppost.flag${call}) {\n  // on for this user\n}` : `const ${name} = lamppost.flag${call};`}
`;
  }
}
