/** One line of a mapping that a method of the obfuscated class stands for. */
export interface MappedMember {
  /** Lines as the obfuscated code reports them; absent: any. */
  readonly residual?: LineRange;
  /** Lines of the source; absent: as reported. */
  readonly original?: { readonly from: number; readonly to?: number };
  /** Class of an inlined or moved method; absent: the class of the section. */
  readonly holder?: string;
  readonly name: string;
  readonly signature: string;
  readonly obfuscated: string;
  readonly isSynthesized: boolean;
  readonly isOutline: boolean;
  readonly outlineCallsite?: Readonly<Record<string, number>>;
  readonly rewrites: readonly FrameRewrite[];
}

interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Takes frames away where the obfuscated code throws what the source does not. */
interface FrameRewrite {
  /** Types of the exception, as `java.lang.NullPointerException`; all must hold. */
  readonly thrown: readonly string[];
  readonly removedInner: number;
}

export interface MappedClass {
  readonly original: string;
  readonly obfuscated: string;
  readonly sourceFile?: string;
  readonly isSynthesized: boolean;
  readonly members: readonly MappedMember[];
}

export const classLine = /^([^\s#][^\s]{0,1023}) -> ([^\s:]{1,1024}):\s*$/;
const memberLine =
  /^\s+(?:(\d{1,9}):(\d{1,9}):)?(\S+) ([^\s()]+)\(([^)]*)\)(?::(\d{1,9})(?::(\d{1,9}))?)? -> (\S+)\s*$/;
const MAX_MEMBERS = 200_000;

type Comment = Readonly<Record<string, unknown>> & { readonly id?: unknown };

/** Reads a class: its own line and all that belong to it. Undefined when the first line is not one of a class. */
export function readClassSection(text: string): MappedClass | undefined {
  const lines = text.split('\n');
  const head = classLine.exec(lines[0] ?? '');
  if (head === null) return undefined;
  const members: MappedMember[] = [];
  let sourceFile: string | undefined;
  let isSynthesized = false;
  for (const line of lines.slice(1)) {
    const comment = readComment(line);
    if (comment === undefined) {
      const member = readMember(line);
      if (member !== undefined && members.length < MAX_MEMBERS) members.push(member);
      continue;
    }
    const last = members.at(-1);
    if (comment.id === 'sourceFile' && typeof comment.fileName === 'string') sourceFile = comment.fileName;
    else if (last !== undefined) members[members.length - 1] = withComment(last, comment);
    else if (comment.id === 'com.android.tools.r8.synthesized') isSynthesized = true;
  }
  const [, original = '', obfuscated = ''] = head;
  return { original, obfuscated, ...(sourceFile === undefined ? {} : { sourceFile }), isSynthesized, members };
}

/** Comments without JSON, and JSON that nobody knows, say nothing. */
function readComment(line: string): Comment | undefined {
  const text = line.trimStart();
  if (!text.startsWith('#')) return undefined;
  const brace = text.indexOf('{');
  if (brace === -1) return {};
  try {
    const value: unknown = JSON.parse(text.slice(brace));
    return typeof value === 'object' && value !== null ? (value as Comment) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function readMember(line: string): MappedMember | undefined {
  const match = memberLine.exec(line);
  if (match === null) return undefined;
  const [, from, to, returned, qualified = '', parameters, first, last, obfuscated = ''] = match;
  const dot = qualified.lastIndexOf('.');
  const residual = from === undefined || to === undefined ? {} : { residual: { from: Number(from), to: Number(to) } };
  const original =
    first === undefined
      ? {}
      : { original: { from: Number(first), ...(last === undefined ? {} : { to: Number(last) }) } };
  return {
    ...residual,
    ...original,
    ...(dot <= 0 ? {} : { holder: qualified.slice(0, dot) }),
    name: qualified.slice(dot + 1),
    signature: `${returned}(${parameters})`,
    obfuscated,
    isSynthesized: false,
    isOutline: false,
    rewrites: [],
  };
}

function withComment(member: MappedMember, comment: Comment): MappedMember {
  switch (comment.id) {
    case 'com.android.tools.r8.synthesized':
      return { ...member, isSynthesized: true };
    case 'com.android.tools.r8.outline':
      return { ...member, isOutline: true };
    case 'com.android.tools.r8.outlineCallsite':
      return { ...member, outlineCallsite: positionsOf(comment.positions) };
    case 'com.android.tools.r8.rewriteFrame':
      return { ...member, rewrites: [...member.rewrites, ...rewriteOf(comment)] };
    default:
      return member;
  }
}

function positionsOf(value: unknown): Readonly<Record<string, number>> {
  const entries = Object.entries((value ?? {}) as object).filter(([, line]) => Number.isSafeInteger(line));
  return Object.fromEntries(entries);
}

function rewriteOf({ conditions, actions }: Comment): readonly FrameRewrite[] {
  const thrown = textsOf(conditions).map((condition) => /^throws\(L([^;]{1,512});\)$/.exec(condition)?.[1]);
  const removed = textsOf(actions).map((action) => /^removeInnerFrames\((\d{1,4})\)$/.exec(action)?.[1]);
  // A condition or an action that is not understood might change everything; such a rule is left alone.
  if (thrown.length === 0 || thrown.includes(undefined) || removed.includes(undefined)) return [];
  return [
    {
      thrown: thrown.map((name) => (name ?? '').replaceAll('/', '.')),
      removedInner: removed.reduce((total, count) => total + Number(count), 0),
    },
  ];
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
