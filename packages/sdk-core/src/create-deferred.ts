import type { Core } from './core.ts';
import type { FlagInspection } from './flag-inspection.ts';
import type { Lamppost, Properties, SharedProperties } from './lamppost.ts';

const nothing: FlagInspection = { value: undefined, source: 'none', configVersion: null, variant: null, payload: {} };

/**
 * A client for a platform whose storage has to be read first. It takes calls at once, and hands them on, in order and
 * with their times, when the core is there; until then flags are their fallbacks. `loaded` may fail: `make` is called
 * all the same. `onHandedOn` is called when nothing waits here any more.
 */
export function createDeferred(
  loaded: Promise<unknown>,
  now: () => number,
  make: () => Core,
  onHandedOn?: () => void,
): Lamppost & SharedProperties {
  let core: Core | undefined;
  const waiting: ((core: Core) => void)[] = [];
  const made = loaded.then(
    () => make(),
    () => make(),
  );
  const ready = made.then((whole) => {
    core = whole;
    for (const task of waiting) task(whole);
    onHandedOn?.();
    // Flags that were stored are there now, and were not when the app read them.
    if ((whole.client as Lamppost).status().configSource !== 'none')
      whole.eachPlugin((plugin) => plugin.onOverride?.());
    return whole.client.ready;
  });
  const whole = (): Lamppost | undefined => core?.client as Lamppost | undefined;
  const soon = (task: (client: Lamppost, core: Core) => void): void => {
    if (core) task(core.client as Lamppost, core);
    else waiting.push((made) => task(made.client as Lamppost, made));
  };
  /** What the app changes later does not change it. */
  const copy = (value: Properties | undefined): Properties | undefined => {
    try {
      return value && JSON.parse(JSON.stringify(value));
    } catch {
      // It says so itself when it is handed on.
      return value;
    }
  };

  return {
    ready,
    track(name, properties) {
      const atMs = now();
      const kept = core ? properties : copy(properties);
      soon((_, { enqueue }) => enqueue('events', { event: name, properties: kept }, { atMs }));
    },
    identify: (userId, attributes) => soon((client) => client.identify(userId, attributes)),
    setProperties(properties) {
      const kept = copy(properties) as Properties;
      soon((client) => (client as Lamppost & SharedProperties).setProperties(kept));
    },
    reset: () => soon((client) => client.reset()),
    flag<T>(key: string, fallback: T): T {
      return (core ? whole()?.flag(key, fallback as object) : fallback) as T;
    },
    flags: () => whole()?.flags() ?? {},
    experiment: (key) => whole()?.experiment(key) ?? null,
    inspect: (key) => whole()?.inspect(key) ?? nothing,
    override: (key, value) => soon((client) => client.override(key, value)),
    onChange(listener) {
      let off: (() => void) | undefined;
      let isOff = false;
      soon((client) => {
        if (!isOff) off = client.onChange(listener);
      });
      return () => {
        isOff = true;
        off?.();
      };
    },
    flush: () => ready.then(() => whole()?.flush()),
    close: () => ready.then(() => whole()?.close()),
    optOut: () => soon((client) => client.optOut()),
    optIn: () => soon((client) => client.optIn()),
    captureError: (error, about) => soon((client) => client.captureError(error, about)),
    breadcrumb: (category, message) => soon((client) => client.breadcrumb(category, message)),
    measure: (measurement) => soon((client) => client.measure(measurement)),
    status: () =>
      whole()?.status() ?? {
        sending: 'on',
        queued: waiting.length,
        delivered: 0,
        dropped: 0,
        rejected: 0,
        deviceId: '',
        anonymousId: '',
        userId: null,
        sessionId: null,
        configVersion: null,
        configSource: 'none',
        clockErrorMs: 0,
        lastError: null,
      },
  };
}
