import type { CreatePlugin } from '../core.ts';
import type { CapturedError, ErrorCapture } from '../lamppost.ts';
import { textOf } from '../text-of.ts';
import { flatContext } from './flat-context.ts';

/** Errors as crash reports, each sent alone and kept until the server has it. */
export const captureErrors: CreatePlugin<ErrorCapture> = (core) => {
  const MAX_BREADCRUMBS = 50;
  /** An error in a loop must not become a flood. */
  const MAX_REPORTS_A_MINUTE = 20;
  const { platform } = core;
  core.addQueue('crashes');
  const seen = new WeakSet<object>();
  const breadcrumbs: { timestamp: string; category: string; message: string }[] = [];
  let isForeground = true;
  let reports = 0;

  const methods: ErrorCapture = {
    captureError(error, about) {
      // The same one can be caught twice, by a boundary and by the window.
      if (seen.has(error as object)) return;
      if (Object(error) === error) seen.add(error as object);
      if (!reports++)
        platform.later(6e4, () => {
          reports = 0;
        });
      if (reports > MAX_REPORTS_A_MINUTE) {
        core.drops++;
        return;
      }
      const { name = 'Error', message = error, stack } = Object(error);
      const {
        isUnhandled = false,
        mechanism = 'manual',
        screenName = platform.shownScreen?.(),
        custom,
        more,
      } = Object(about) as CapturedError;
      const exception_type = textOf(name);
      const exception_message = textOf(message);
      core.enqueue(
        'crashes',
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
        { urlPath: '/v1/crashes/report' },
      );
    },
    breadcrumb(category, message) {
      breadcrumbs.push({
        timestamp: new Date(platform.now() + core.skewMs).toJSON(),
        category: textOf(category),
        message: textOf(message).slice(0, 500),
      });
      if (breadcrumbs.length > MAX_BREADCRUMBS) breadcrumbs.shift();
    },
  };

  return {
    methods,
    onLifecycleEvent(event) {
      if (event !== 'online') isForeground = event === 'foreground';
    },
  };
};
