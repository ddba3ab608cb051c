import { frameTextLengths, type RawFrame } from '../crashes/crash-frame.ts';
import { cutText } from '../crashes/cut-text.ts';
import type { JvmSymbols, NativeSymbols, OpenedSymbols, ScriptSymbols } from './opened-symbols.ts';
import { retraceStack } from './retrace/retrace-stack.ts';
import type { ResolvedFrame } from './symbolicated-frame.ts';

/** A frame with what is needed to look it up. */
export interface PlannedFrame {
  readonly frame: RawFrame;
  /** Which symbol file applies, by its place in the plan's list. */
  readonly symbol?: number;
  /** Bytes from the beginning of the image. */
  readonly offset?: number;
}

export interface PlannedStack {
  readonly platform: string;
  /** The type of the exception as it was reported. */
  readonly thrown?: string;
  readonly frames: readonly PlannedFrame[];
}

export interface ResolvedStack {
  /** The type of the exception under its original name, when that is another. */
  readonly thrown?: string;
  /** For each planned frame what stands for it; null for as it is. */
  readonly frames: readonly (readonly ResolvedFrame[] | null)[];
}

export type OpenSymbols = (symbol: number) => OpenedSymbols | undefined;

/** Looks up the frames of one stack, the innermost first. Every family of frames by its own rules. */
export function resolveStack(stack: PlannedStack, open: OpenSymbols): ResolvedStack {
  const opened = stack.frames.map(({ symbol }) => (symbol === undefined ? undefined : open(symbol)));
  const jvm = opened.map((symbols) => (symbols?.family === 'jvm' ? symbols : undefined));
  const thrown = originalType(stack.thrown, jvm);
  const retraced = jvm.some((symbols) => symbols !== undefined)
    ? retraceStack(
        stack.frames.map(({ frame }, at) => ({ frame, symbols: jvm[at] })),
        thrown ?? stack.thrown,
      )
    : [];
  const frames = stack.frames.map((planned, at): readonly ResolvedFrame[] | null => {
    const symbols = opened[at];
    if (symbols === undefined) return null;
    if (symbols.family === 'jvm') return retraced[at]?.map(bounded) ?? null;
    if (symbols.family === 'native') return resolveNative(planned, symbols, at === 0);
    return resolveScript(planned.frame, symbols);
  });
  return { ...(thrown === undefined ? {} : { thrown }), frames };
}

function originalType(type: string | undefined, jvm: readonly (JvmSymbols | undefined)[]): string | undefined {
  const symbols = jvm.find((each) => each !== undefined);
  const original = type === undefined ? undefined : symbols?.classNamed(type)?.original;
  return original === type ? undefined : original;
}

function resolveScript(frame: RawFrame, symbols: ScriptSymbols): readonly ResolvedFrame[] | null {
  const place = frame.line === undefined ? undefined : symbols.placeAt(frame.line, frame.column);
  if (place === undefined) return null;
  const { file, line, column, context, enclosing } = place;
  const name = scriptName(frame.function, enclosing, symbols);
  const { module } = frame;
  return [
    bounded({
      ...(name === undefined ? {} : { function: name }),
      ...(module === undefined ? {} : { module }),
      file,
      line,
      ...(column === undefined ? {} : { column }),
      ...(context === undefined ? {} : { context }),
    }),
  ];
}

/** The engine's own name may say more than the source, `Cart.load` for `load`; a minifier's says something else. */
function scriptName(
  reported: string | undefined,
  enclosing: string | null | undefined,
  symbols: ScriptSymbols,
): string | undefined {
  if (enclosing === null) return undefined;
  const kept = keptName(reported, symbols);
  return enclosing === undefined || kept?.endsWith(`.${enclosing}`) ? kept : enclosing;
}

/** `new Cart.load` is made of names; one that the source does not hold is left out. */
function keptName(name: string | undefined, symbols: ScriptSymbols): string | undefined {
  if (name === undefined) return undefined;
  const kept = name
    .replace(/^(?:async |new )+/, '')
    .split('.')
    .filter(
      (part) => /^[\p{ID_Start}$_#][\p{ID_Continue}$]*$/u.test(part) && symbols.mayHoldName(part.replace(/^#/, '')),
    );
  return kept.length === 0 ? undefined : kept.join('.');
}

/** The address of every frame but the innermost is that of the instruction behind the call. */
function resolveNative({ frame, offset }: PlannedFrame, symbols: NativeSymbols, isInnermost: boolean) {
  if (offset === undefined) return null;
  const symbol = symbols.symbolAt(isInnermost ? offset : Math.max(0, offset - 1));
  if (symbol === undefined) return null;
  const { name, file, line } = symbol;
  const place = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
  return [bounded({ ...frame, function: name, ...place })];
}

/** What comes out of a file that somebody uploaded is no longer than what comes out of a report. */
function bounded<T extends ResolvedFrame>(frame: T): T {
  const { function: name, module, file } = frame;
  return {
    ...frame,
    ...(name === undefined ? {} : { function: cutText(name, frameTextLengths.function) }),
    ...(module === undefined ? {} : { module: cutText(module, frameTextLengths.module) }),
    ...(file === undefined ? {} : { file: cutText(file, frameTextLengths.file) }),
  };
}
