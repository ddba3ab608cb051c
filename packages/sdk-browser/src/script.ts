import { createLamppost } from './create-lamppost.ts';

type Task = (lamppost: object) => void;

const page = globalThis as { lamppost?: readonly Task[] | object };

/**
 * The script of a page: `lamppost` is a client when the tag has a `data-key`, and has `createLamppost` in any case. What
 * the page has pushed before the script was there runs now; what it pushes later runs soon.
 */
function start(waiting: readonly Task[], tag: HTMLOrSVGScriptElement | null): void {
  const { dataset = {}, src = '' } = (tag ?? {}) as Partial<HTMLScriptElement>;
  const { key, url = src.replace(/\/sdk\/[^/]*$/, ''), version, namespace } = dataset;
  const isOn = (name: string): boolean => dataset[name] !== 'false';
  const push = (...tasks: readonly Task[]): void => {
    // In a task of its own each: what one throws is the page's own error, and stops no other.
    for (const task of tasks) setTimeout(task, 0, page.lamppost);
  };
  page.lamppost = {
    ...(key && {
      ...createLamppost({
        key,
        url,
        namespace,
        app: { version },
        pageViews: isOn('pageViews'),
        errors: isOn('errors'),
        webVitals: isOn('webVitals'),
        optedOut: dataset.optedOut === 'true',
      }),
    }),
    createLamppost,
    push,
  };
  push(...waiting);
}

// A second tag changes nothing.
const { lamppost = [] } = page;
if (Array.isArray(lamppost)) start(lamppost, document.currentScript);
