import type { Report } from '../fold-frames.ts';

/** "Exception" first, then every thread by its name, the crashed one marked. */
export function threadChoices(threads: Report['threads']): readonly { value: string; label: string }[] {
  return [
    { value: 'exception', label: 'Exception' },
    ...threads.map((thread, at) => {
      const name = thread.name ?? (thread.id === undefined ? `Thread ${at + 1}` : `Thread ${thread.id}`);
      return { value: String(at), label: thread.is_crashed ? `${name} (crashed)` : name };
    }),
  ];
}
