import { withoutGeneratedRuns } from './normalise-text.ts';

export interface JvmName {
  readonly module: string;
  readonly function?: string;
}

/** Bridges that compilers put between two frames of the app; which ones there are depends on the compiler. */
const bridgeMethod = /^(?:access\$|\$r8\$|-\$\$Nest\$|\$\$Nest\$|\$\$Lambda)/;
const bridgeClass = /(?:-\$\$Lambda\$|\$\$Lambda|\$\$ExternalSynthetic|\$\$InternalSynthetic|\$r8\$|\$\$FastClassBy)/;
const proxyPart = /\$\$(?:EnhancerBy\w+|SpringCGLIB|inlined|ExternalSynthetic\w+).*$/;
/** What the class of a lambda calls its only method. */
const lambdaMethod = /^(?:invoke|invokeSuspend|run|call|accept|apply|emit|collect|onClick|get|test|resumeWith)$/;

/** Class and method without what a compiler numbers. Undefined for a frame that a compiler made up as a whole. */
export function normaliseJvm(module: string, method: string | undefined): JvmName | undefined {
  if (bridgeClass.test(module) || (method !== undefined && bridgeMethod.test(method))) return undefined;
  const parts = module.replace(proxyPart, '').split('$');
  const named = parts.filter((part) => part !== '' && !/^\d+$/.test(part) && part !== 'lambda');
  const hasNumber = named.length < parts.length || proxyPart.test(module);
  const [outer = '', ...inner] = named;
  const name = method === undefined ? undefined : normaliseMethod(method);
  // `Cart$load$1.invokeSuspend`: the class of a lambda inside the method load.
  const enclosing = inner.findIndex((part) => /^[a-z]/.test(part));
  if (hasNumber && enclosing !== -1 && (name === undefined || lambdaMethod.test(name))) {
    return { module: joined([outer, ...inner.slice(0, enclosing)]), function: inner[enclosing] ?? '' };
  }
  const holder = joined([outer, ...inner]);
  return name === undefined ? { module: holder } : { module: holder, function: name };
}

const joined = (parts: readonly string[]): string => withoutGeneratedRuns(parts.join('.'));

/** `lambda$load$3`, `load$lambda$3`, `load$lambda-3`, `load$default`, `load-1a2b3c4`, `load$1` are all `load`. */
function normaliseMethod(method: string): string {
  if (method.startsWith('lambda$')) return method.split('$')[1] ?? method;
  const bare = method.startsWith('<') ? method : method.split('$')[0] || method;
  return withoutGeneratedRuns(bare.replace(/-(?:impl|[A-Za-z0-9_]{7})$/, ''));
}
