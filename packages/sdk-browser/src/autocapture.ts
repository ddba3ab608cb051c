import type { LamppostCore, SystemEvent } from '@lamppost/sdk-core';
import { describeElement } from './describe-element.ts';
import { listen } from './listen.ts';
import { runAll } from './run-all.ts';

export interface AutocaptureOptions {
  /** `$click` for buttons, links and what acts as one. Default true. */
  readonly clicks?: boolean | undefined;
  /** `$form_submit`. Default true. */
  readonly submits?: boolean | undefined;
  /** Nothing inside of what matches is told of, beside `[data-lp-ignore]`. A selector. */
  readonly ignore?: string | undefined;
}

/** As much of a client as is needed: those of `@lamppost/browser` have it, and so has the script's. */
type Tracker = Pick<LamppostCore, 'track'>;

const CLICKABLE =
  'a[href],area[href],button,summary,[role=button],[role=link],[role=tab],[role=menuitem],[role=checkbox],[role=switch],' +
  'input[type=submit],input[type=button],input[type=reset],input[type=image],input[type=checkbox],input[type=radio]';

/** From the innermost one outwards, also out of shadow trees. */
const elementsOf = (event: Event): Element[] =>
  event.composedPath().filter((target): target is Element => target instanceof Element);

/**
 * Tracks clicks on buttons and links, and submits of forms, as `$click` and `$form_submit`: where they are and what stands
 * on them. What is typed, chosen or held by a field is never read. Returns a function that ends it. Nothing of it throws.
 */
export function autocapture(lamppost: Tracker, options: AutocaptureOptions = {}): () => void {
  const ignored = ['[data-lp-ignore]', options.ignore].filter(Boolean).join();

  const capture = (event: Event, name: SystemEvent, selector: string): void => {
    // What a script does is not what somebody did; a submit by a script has no event.
    if (!event.isTrusted) return;
    const path = elementsOf(event);
    const element = path.find((one) => one.matches(selector));
    if (!element || path.some((one) => one.matches(ignored))) return;
    lamppost.track(name, { ...describeElement(element, ignored), path: location.pathname });
  };

  return runAll([
    ...(options.clicks === false ? [] : [listen('click', (event) => capture(event, '$click', CLICKABLE))]),
    ...(options.submits === false ? [] : [listen('submit', (event) => capture(event, '$form_submit', 'form'))]),
  ]);
}
