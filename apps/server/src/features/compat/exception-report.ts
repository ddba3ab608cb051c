import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { compact, membersOf, textOf } from './members.ts';

/**
 * The members of a crash report that tell what was thrown, of exceptions as Sentry writes them: the outermost first here,
 * frames with the innermost last there.
 */
export function exceptionReport(exceptions: readonly JsonObject[]): JsonObject {
  const [thrown = {}, ...causes] = exceptions;
  const mechanism = membersOf(thrown.mechanism);
  const frames = membersOf(thrown.stacktrace).frames;
  return compact({
    exception_type: textOf(thrown.type) ?? 'Error',
    exception_message: textOf(thrown.value),
    stack_trace: {
      exception: compact({
        type: textOf(thrown.type) ?? 'Error',
        message: textOf(thrown.value),
        mechanism: textOf(mechanism.type),
      }),
      frames: (Array.isArray(frames) ? frames : []).filter(isJsonObject).reverse().map(frameOf),
    },
    custom_data: compact({
      handled: typeof mechanism.handled === 'boolean' ? mechanism.handled : undefined,
      causes:
        causes.length === 0
          ? undefined
          : causes
              .slice(0, MAX_CAUSES)
              .map(({ type, value }) => compact({ type: textOf(type), message: textOf(value) })),
    }),
  });
}

const MAX_CAUSES = 10;

function frameOf(frame: JsonObject, index: number): JsonObject {
  const fileName = textOf(frame.filename) ?? textOf(frame.abs_path);
  return compact({
    index,
    function: textOf(frame.function),
    module: textOf(frame.module),
    // A page's own scripts are named by their address, which is what source maps are found by.
    file: /^https?:/.test(textOf(frame.abs_path) ?? '') ? textOf(frame.abs_path) : fileName,
    line: wholeNumber(frame.lineno),
    column: wholeNumber(frame.colno),
    is_app_frame: frame.in_app !== false,
  });
}

const wholeNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined;
