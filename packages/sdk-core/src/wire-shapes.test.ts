import type { Wire } from '@lamppost/protocol';
import { expectTypeOf, test } from 'vitest';
import type { ConfigSnapshot } from './config-snapshot.ts';
import type { DeviceState } from './core.ts';
import type { AppFacts, Bootstrap } from './lamppost.ts';
import type { DeviceFacts } from './platform.ts';

type Context = NonNullable<Wire['IngestBody']['context']>;

test('what is read and written has the shapes of the wire', () => {
  expectTypeOf<Wire['ConfigAnswer']['data']>().toExtend<ConfigSnapshot>();
  expectTypeOf<Wire['ConfigAnswer']['data']>().toExtend<Bootstrap>();
  expectTypeOf<keyof DeviceFacts>().toExtend<keyof NonNullable<Context['device']>>();
  expectTypeOf<keyof AppFacts>().toExtend<'version' | 'build' | 'namespace' | 'build_channel'>();
  expectTypeOf<DeviceState['user']>().toExtend<NonNullable<Context['user']>>();
  expectTypeOf<NonNullable<DeviceState['session']>>().toExtend<NonNullable<Context['session']>>();
});
