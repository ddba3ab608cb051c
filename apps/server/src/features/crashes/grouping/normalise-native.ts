import { withoutGeneratedRuns } from './normalise-text.ts';

/** How the compiler came to this code; the name of what somebody wrote stands behind. */
const swiftPrefix =
  /^(?:(?:implicit )?closure #\d{1,5} (?:\([^)]{0,300}\) )?in |specialized |partial apply (?:forwarder )?for |reabstraction thunk helper (?:<[^>]{0,300}> )?from .{0,300} to |@objc |@nonobjc |merged |outlined \w{1,30} (?:with take )?(?:of|for) |generic specialization <.{0,300}?> of |function signature specialization <.{0,300}?> of |protocol witness for |dispatch thunk of |static |(?:\(\d{1,5}\) )?(?:await|suspend) resume partial function for |async function pointer to |thunk for |key path (?:getter|setter) for |variable initialization expression of |defer #\d{1,5} (?:\(\) )?in |local func #\d{1,5} in |one-time initialization function for )/;
const objcBlock = /^__(?:\d{1,5})?([-+]\[.{1,300}\]|[\w:]{1,300}?)_block_invoke(?:[._]\d{1,5}){0,3}$/;
const compilerSuffix =
  /(?:\.(?:cold|isra|part|constprop|llvm|lto_priv|resume|suspend|destroy|cleanup)(?:\.\d{1,20})?|\.\d{1,20}| \[clone [^\]]{1,60}\])$/;

/** The name of a native function as somebody wrote it: without closures, specialisations, templates and arguments. */
export function normaliseNativeFunction(name: string, imageName: string | undefined): string | undefined {
  const written = withoutWrappers(name.trim());
  if (written === '' || /^0x[0-9a-fA-F]+$/.test(written)) return undefined;
  const block = objcBlock.exec(written);
  if (block !== null) return withoutGeneratedRuns(block[1] ?? '');
  if (/^[-+]\[/.test(written)) return withoutGeneratedRuns(written);
  const plain = written.includes('::') ? cxxName(written) : swiftName(written, imageName);
  return plain === '' ? undefined : withoutGeneratedRuns(plain);
}

function withoutWrappers(name: string): string {
  let text = name;
  for (let turn = 0; turn < 8; turn += 1) {
    const next = text.replace(swiftPrefix, '').replace(compilerSuffix, '');
    if (next === text) break;
    text = next;
  }
  return text;
}

/** Labels of arguments stay: they are part of a Swift name. Results, generics and the module go. */
function swiftName(name: string, imageName: string | undefined): string {
  const conformance = name.indexOf(' in conformance ');
  const cut = conformance === -1 ? name : name.slice(0, conformance);
  const result = cut.indexOf(' -> ');
  const plain = withoutAngles((result === -1 ? cut : cut.slice(0, result)).replace(/ (?:async|throws)(?= |$)/g, ''));
  const own = imageName === undefined ? '' : `${imageName.replaceAll(/[ -]/g, '_')}.`;
  return own !== '' && plain.startsWith(own) ? plain.slice(own.length) : plain;
}

function cxxName(name: string): string {
  const plain = withoutAngles(
    name.replaceAll('(anonymous namespace)::', '').replace(/\boperator(?:<=>|<<=?|>>=?|<=?|>=?|->\*?)/g, 'operator'),
  );
  const open = plain.indexOf('(', plain.startsWith('(') ? 1 : 0);
  const callable = open <= 0 ? plain : plain.slice(0, open);
  // `void acme::load<int>(…)`: a template's symbol begins with its result.
  return callable.slice(callable.trim().lastIndexOf(' ') + 1).trim();
}

/** Without whatever stands between angle brackets, however deep. */
function withoutAngles(text: string): string {
  if (!text.includes('<')) return text;
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '<') depth += 1;
    else if (character === '>' && depth > 0) depth -= 1;
    else if (depth === 0) kept += character;
  }
  return kept;
}
