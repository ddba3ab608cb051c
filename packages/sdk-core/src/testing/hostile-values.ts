const fail = (): never => {
  throw new Error('hostile');
};

/** A function that can be called, built, asked and changed in no way at all. */
const hostileProxy = (): object =>
  new Proxy(fail, {
    get: fail,
    set: fail,
    has: fail,
    ownKeys: fail,
    getPrototypeOf: fail,
    getOwnPropertyDescriptor: fail,
    deleteProperty: fail,
    defineProperty: fail,
    apply: fail,
    construct: fail,
  });

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cyclic(): object {
  const value: Record<string, unknown> = { message: 'cyclic' };
  value.self = value;
  return value;
}

function withGetters(names: readonly string[]): object {
  return Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { get: fail, enumerable: true, configurable: true }])),
  );
}

/** Members that code of ours reads of what an app hands over. */
const membersRead = [
  ...['name', 'message', 'stack', 'cause', 'statusCode', 'status', 'componentStack', 'toJSON', 'then', 'trim'],
  ...['type', 'value', 'attributes', 'userId', 'deviceId', 'custom', 'more', 'screenName', 'mechanism', 'flags'],
  ...['variant', 'payload', 'url', 'method', 'target', 'reason', 'error', 'route', 'baseUrl', 'originalUrl'],
  ...['routeOptions', 'elapsedTime', 'writableFinished', 'lineno', 'persisted', 'key', 'newValue', 'experiments'],
];

/** What no app should hand over, and some do: made anew for each use, since some of it can be used up. */
export const hostileValues: readonly (readonly [name: string, make: () => unknown])[] = [
  ['undefined', () => undefined],
  ['null', () => null],
  ['a number', () => Number.NaN],
  ['an empty text', () => ''],
  ['a symbol', () => Symbol('hostile')],
  ['a bigint', () => 1n],
  ['a function that throws', () => fail],
  ['an empty object', () => ({})],
  ['an object without a prototype', () => Object.create(null)],
  ['a frozen object', () => Object.freeze({ frozen: true })],
  ['a frozen error', () => Object.freeze(new Error('frozen'))],
  ['an object that contains itself', cyclic],
  ['an object whose getters throw', () => withGetters(membersRead)],
  ['an object that cannot become text', () => ({ toString: fail, valueOf: fail, toJSON: fail })],
  ['an object of which a member is a bigint', () => ({ value: 1n, name: 1n, type: 1n })],
  ['a date that is none', () => new Date(Number.NaN)],
  ['a proxy that throws', hostileProxy],
  ['a proxy that was revoked', revokedProxy],
];

/** Runs something that must not fail, neither now nor later: throws what it threw, or what nobody caught meanwhile. */
export async function expectQuiet(run: () => unknown): Promise<void> {
  const escaped: unknown[] = [];
  const take = (error: unknown): void => {
    escaped.push(error);
  };
  process.on('unhandledRejection', take).on('uncaughtException', take);
  try {
    await run();
    // Rejections are emitted after the microtasks of a turn.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', take).off('uncaughtException', take);
  }
  if (escaped.length > 0) throw new Error(`${escaped.length} errors escaped`, { cause: escaped[0] });
}

/** Functions of the engine that code of ours is made of. */
const builtins: readonly (readonly [owner: object, name: string])[] = [
  ...['stringify', 'parse'].map((name) => [JSON, name] as const),
  ...['min', 'max', 'floor', 'random'].map((name) => [Math, name] as const),
  ...['keys', 'values', 'entries', 'fromEntries'].map((name) => [Object, name] as const),
  ...['split', 'slice', 'replace', 'startsWith'].map((name) => [String.prototype, name] as const),
  ...['push', 'map', 'filter', 'find'].map((name) => [Array.prototype, name] as const),
  ...['get', 'set', 'has'].map((name) => [Map.prototype, name] as const),
  ...['add', 'has'].map((name) => [Set.prototype, name] as const),
  ...['get', 'has'].map((name) => [WeakMap.prototype, name] as const),
  ...['has', 'add'].map((name) => [WeakSet.prototype, name] as const),
  [Date, 'now'],
  [performance, 'now'],
];

/** Runs something once for each function of the engine, while that function throws whatever it is asked for. */
export function whileBuiltinsThrow(run: (name: string) => void): void {
  for (const [owner, name] of builtins) {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    let error: unknown;
    Object.defineProperty(owner, name, { value: fail, configurable: true, writable: true });
    try {
      run(name);
    } catch (thrown) {
      error = thrown ?? new Error('something was thrown');
    }
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
    if (error !== undefined) throw new Error(`threw while ${name} did`, { cause: error });
  }
}
