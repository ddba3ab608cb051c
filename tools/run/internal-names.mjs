/**
 * Members that nobody outside of an SDK sees: published bundles have short names for them. None of them may be on the
 * wire, in storage, part of an exported type, or a member of the platform; tools/build-sdks/internal-names.test.ts checks
 * every use of each.
 */
export const internalNames = [
  // Core
  'recover',
  'apply',
  'client',
  'config',
  'drops',
  'eachLane',
  'enqueue',
  'transport',
  'guard',
  'isHalted',
  'isMute',
  'itemsOf',
  'lanes',
  'load',
  'offs',
  'onAnswer',
  'onApply',
  'options',
  'owner',
  'prefix',
  'refresh',
  'start',
  'skewMs',
  'state',
  'store',
  'touch',
  // Lane, Entry
  'atMs',
  'context',
  'entries',
  'isUnderWay',
  'json',
  'remove',
  'send',
  // TransportResponse
  'delayMs',
  'retryAfter',
  'result',
  // Platform
  'exclusively',
  'facts',
  'later',
  'log',
  'onLifecycleEvent',
  'openStream',
  'storage',
  'timeoutMs',
];
