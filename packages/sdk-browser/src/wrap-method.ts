/**
 * Puts something around a method, where there is one. Returns what takes it back, unless somebody else has wrapped it again
 * by then.
 */
export function wrapMethod<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  around: (original: Target[Name]) => Target[Name],
): () => void {
  const original = target[name];
  const own = original && around(original);
  if (own) target[name] = own;
  return () => {
    if (target[name] === own) target[name] = original;
  };
}
