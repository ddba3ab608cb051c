import Type from 'typebox';
import { Data, FreeForm, IsoTime, Maybe, Uuid } from './common.ts';

export const StackFrame = Type.Object({
  index: Maybe(Type.Integer()),
  function: Maybe(Type.String()),
  image_name: Maybe(Type.String()),
  raw_address: Maybe(Type.String()),
  symbol_address: Maybe(Type.String()),
  image_address: Maybe(Type.String()),
  is_app_frame: Maybe(Type.Boolean()),
  file: Maybe(Type.String()),
  line: Maybe(Type.Integer()),
  column: Maybe(Type.Integer()),
  module: Maybe(Type.String()),
});

export const StackTrace = Type.Object({
  frames: Maybe(Type.Array(StackFrame)),
  exception: Maybe(
    Type.Object({
      type: Maybe(Type.String()),
      message: Maybe(Type.String()),
      mechanism: Maybe(Type.Unknown()),
    }),
  ),
});

/** What SDKs send. The server reads it leniently: a report that fails to upload is lost on the device. */
export const CrashReport = Type.Object({
  platform: Type.String({ minLength: 1 }),
  app_version: Maybe(Type.String()),
  exception_type: Maybe(Type.String(), 'Needed unless there is a stack_trace'),
  stack_trace: Maybe(Type.Union([StackTrace, Type.String()]), 'Frames, or a raw JS, Java or Apple trace as text'),
  is_foreground: Maybe(Type.Boolean()),
  timestamp: Maybe(IsoTime),
  event_id: Maybe(Type.String()),
  build_number: Maybe(Type.String()),
  os_version: Maybe(Type.String()),
  device_model: Maybe(Type.String()),
  exception_message: Maybe(Type.String()),
  thread_info: Maybe(
    Type.Array(
      Type.Object({
        thread_id: Maybe(Type.Integer({ description: 'Unsigned 64-bit, kept to the digit' })),
        name: Maybe(Type.String()),
        is_crashed: Maybe(Type.Boolean()),
        frames: Maybe(Type.Array(StackFrame)),
      }),
    ),
  ),
  free_memory_mb: Maybe(Type.Number()),
  free_disk_mb: Maybe(Type.Number()),
  battery_level: Maybe(Type.Number()),
  screen_name: Maybe(Type.String()),
  breadcrumbs: Maybe(
    Type.Array(
      Type.Object({
        timestamp: Maybe(IsoTime),
        category: Maybe(Type.String()),
        message: Maybe(Type.String()),
      }),
      { description: 'Other fields, such as `level` and `data`, are kept and shown' },
    ),
  ),
  active_flags: Maybe(FreeForm()),
  active_experiments: Maybe(FreeForm()),
  custom_data: Maybe(FreeForm()),
  user_id: Maybe(Type.String()),
  session_id: Maybe(Type.String()),
  device_id: Maybe(Type.String()),
  network_type: Maybe(Type.String()),
  binary_images: Maybe(
    Type.Array(
      Type.Object({
        uuid: Maybe(Type.String()),
        name: Maybe(Type.String()),
        load_address: Maybe(Type.String()),
        size: Maybe(Type.Integer()),
      }),
    ),
  ),
});

export const CrashAnswer = Data(Type.Object({ accepted: Type.Literal(1), crash_id: Uuid }));
