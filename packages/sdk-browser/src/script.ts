import type { Lamppost } from '@lamppost/sdk-core';
import { createLamppost } from './create-lamppost.ts';

type Task = (lamppost: object) => void;

/**
 * The script of a page: `lamppost` is a client when the tag has a `data-key`, and has `createLamppost` in any case. What
 * the page has pushed before the script was there runs now; what it pushes later runs soon.
 */
const page = globalThis as { lamppost?: readonly Task[] | object };
const { dataset, src } = document.currentScript as HTMLScriptElement;
const { key, url = src.replace(/\/sdk\/[^/]*$/, ''), version, namespace } = dataset;
const isOn = (name: string): boolean => dataset[name] !== 'false';
const client: Lamppost | undefined = key
  ? createLamppost({
      key,
      url,
      namespace,
      app: { version },
      pageViews: isOn('pageViews'),
      errors: isOn('errors'),
      webVitals: isOn('webVitals'),
      optedOut: dataset.optedOut === 'true',
    })
  : undefined;
const push = (...tasks: Task[]): void => {
  // In a task of its own each: what one throws is the page's own error, and stops no other.
  for (const task of tasks) setTimeout(task, 0, lamppost);
};
const lamppost = { ...client, createLamppost, push };
const waiting = page.lamppost;
page.lamppost = lamppost;
if (Array.isArray(waiting)) push(...waiting);
