import type { Part } from '../core.ts';
import { createLane } from '../create-lane.ts';
import type { ErrorCapture } from '../lamppost.ts';
import { flatContext } from './flat-context.ts';

const mostBreadcrumbs = 50;
/** An error in a loop must not become a flood. */
const mostAMinute = 20;

/** Anything can be thrown, also what cannot be turned into text. */
const textOf = (value: unknown): string => {
  try {
    return `${value}`;
  } catch {
    return typeof value;
  }
};

/** Errors as crash reports, each sent alone and kept until the server has it. */
export const captureErrors: Part<ErrorCapture> = (core) => {
  const { platform } = core;
  const lane = createLane(core, 'c');
  const seen = new WeakSet<object>();
  const breadcrumbs: { timestamp: string; category: string; message: string }[] = [];
  let isForeground = true;
  let minute = 0;
  let reports = 0;
  platform.onMoment?.((moment) => {
    if (moment !== 'online') isForeground = moment === 'foreground';
  });

  return {
    captureError(error, about = {}) {
      const isObject = Object(error) === error;
      // The same one can be caught twice, by a boundary and by the window.
      if (isObject && seen.has(error as object)) return;
      if (isObject) seen.add(error as object);
      const thisMinute = Math.floor(platform.now() / 6e4);
      reports = thisMinute === minute ? reports + 1 : 1;
      minute = thisMinute;
      if (reports > mostAMinute) {
        core.dropped += 1;
        return;
      }
      const { name = 'Error', message = error, stack } = Object(error);
      const { isUnhandled = false, mechanism = 'manual', screenName, custom, more } = about;
      const exception_type = textOf(name);
      const exception_message = textOf(message);
      core.enter(
        lane,
        {
          ...flatContext(core),
          exception_type,
          exception_message,
          stack_trace: textOf(stack ?? `${exception_type}: ${exception_message}`),
          is_foreground: isForeground,
          screen_name: screenName,
          breadcrumbs,
          custom_data: { ...custom, mechanism, is_unhandled: isUnhandled },
          ...more,
        },
        '/v1/crashes/report',
      );
    },
    breadcrumb(category, message) {
      const timestamp = new Date(platform.now() + core.clockErrorMs).toJSON();
      breadcrumbs.push({ timestamp, category, message: textOf(message).slice(0, 500) });
      if (breadcrumbs.length > mostBreadcrumbs) breadcrumbs.shift();
    },
  };
};
