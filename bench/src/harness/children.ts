import type { ChildProcess } from 'node:child_process';

const children = new Set<ChildProcess>();

/** Ends with the bench, however that ends. */
export function endingWithUs<C extends ChildProcess>(child: C): C {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

process.once('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
