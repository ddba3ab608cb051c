import { isMinified } from './normalise-script.ts';
import { withoutGeneratedRuns } from './normalise-text.ts';

/** The kernel's name, the signal's, and what the processor makes of it: one failure has several names. */
const kinds: Readonly<Record<string, string>> = {
  EXC_BAD_ACCESS: 'bad access',
  SIGSEGV: 'bad access',
  SIGBUS: 'bad access',
  EXC_BREAKPOINT: 'trap',
  EXC_BAD_INSTRUCTION: 'trap',
  SIGTRAP: 'trap',
  SIGILL: 'trap',
  EXC_CRASH: 'abort',
  SIGABRT: 'abort',
  EXC_ARITHMETIC: 'arithmetic',
  SIGFPE: 'arithmetic',
};

const signal = /\b(?:EXC_[A-Z_]{3,30}|SIG[A-Z]{3,6})\b/g;

/**
 * The type without package, generated parts and whatever a sender wrote behind it. Undefined when it says nothing,
 * such as the one letter that a minifier leaves of a class.
 */
export function normaliseType(type: string): string | undefined {
  const signals = type.match(signal);
  if (signals !== null) {
    const last = signals.at(-1) ?? '';
    return kinds[last] ?? last;
  }
  const name = type.split(/: |[(\s]/, 1)[0]?.trim() ?? '';
  const simple = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
  const clean = withoutGeneratedRuns(simple.replace(/\$\d+/g, ''));
  return clean === '' || isMinified(clean) ? undefined : clean;
}
