export { expectQuiet, hostileValues, whileBuiltinsThrow } from './hostile-values.ts';
export {
  type Fault,
  type ScriptedResponse,
  ScriptedServer,
  type SeenEvent,
  type SeenRequest,
} from './scripted-server.ts';
export { seededRandom, TestDevice, type TestPlatform } from './test-device.ts';
export { allPlugins, type TestClient, TestWorld, testKey } from './test-world.ts';
export { settle, VirtualClock } from './virtual-clock.ts';
