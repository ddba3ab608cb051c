import { consoleGuard } from '@lamppost/sdk-core';
import {
  ClientProviderEvents,
  ErrorCode,
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderFatalError,
  ProviderNotReadyError,
  type ResolutionDetails,
  type TrackingEventDetails,
} from '@openfeature/web-sdk';
import { wireContext } from './wire-context.ts';

/** As much of the client of `@lamppost/browser` or `@lamppost/react-native` as the provider needs. */
export interface WebClient {
  readonly ready: Promise<void>;
  flag<T extends object>(key: string, fallback: T): T;
  flags(): Readonly<Record<string, unknown>>;
  experiment(key: string): { readonly variant: string; readonly payload: Readonly<Record<string, unknown>> } | null;
  inspect(key: string): {
    readonly value: unknown;
    readonly source: 'override' | 'server' | 'cache' | 'bootstrap' | 'none';
    readonly configVersion: string | null;
    readonly variant: string | null;
  };
  onChange(listener: () => void): () => void;
  identify(userId: string, attributes?: Readonly<Record<string, unknown>>): void;
  reset(): void;
  track(name: string, properties?: Readonly<Record<string, unknown>>): void;
  status(): {
    readonly sending: string;
    readonly configSource: string;
    readonly delivered: number;
    readonly lastError: string | null;
  };
  flush(): Promise<unknown>;
}

/** Longer than this a new user's flags are not waited for; they are reported when they come. */
const RECONCILE_MS = 1_000;
/** How often a server that could not be reached is looked for. */
const STALE_CHECK_MS = 1_000;

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Attributes of a user, as the wire takes them. */
const attributesOf = consoleGuard(
  ({ targetingKey: _, ...context }: EvaluationContext): Record<string, unknown> => wireContext(context),
  () => ({}),
);

/**
 * Flags of Lamppost for OpenFeature in browsers and React (and React Native), as they were evaluated for this device and
 * user. The targeting key is the user: setting it identifies, taking it away is a logout. Keys of experiments are read
 * as well: as a text the variant, as an object its payload. Reading sends the exposure. The client stays the app's.
 */
export class LamppostWebProvider implements Provider {
  readonly metadata = { name: 'lamppost' } as const;
  readonly runsOn = 'client' as const;
  readonly events = new OpenFeatureEventEmitter();
  readonly #client: WebClient;
  #known: Readonly<Record<string, unknown>> = {};
  #off: (() => void) | undefined;
  #staleCheck: ReturnType<typeof setInterval> | undefined;

  constructor(client: WebClient) {
    this.#client = client;
  }

  async initialize(context?: EvaluationContext): Promise<void> {
    if (context?.targetingKey) await this.#identify(context);
    await this.#client.ready;
    this.#known = { ...this.#client.flags() };
    this.#off = this.#client.onChange(consoleGuard(() => this.#tellChange()));
    const { sending, configSource, lastError } = this.#client.status();
    if (sending === 'stopped') throw new ProviderFatalError('the server refuses the key');
    if (configSource === 'none') throw new ProviderNotReadyError('there are no flags yet');
    if (configSource !== 'server' && lastError !== null) this.#beStale();
  }

  readonly onClose = consoleGuard(async (): Promise<void> => {
    this.#off?.();
    clearInterval(this.#staleCheck);
    await this.#client.flush();
  });

  readonly onContextChange = consoleGuard(
    async (before: EvaluationContext, after: EvaluationContext): Promise<void> => {
      if (after.targetingKey) return this.#identify(after);
      if (!before.targetingKey) return;
      const changed = this.#nextChange();
      this.#client.reset();
      await Promise.race([changed, later(RECONCILE_MS)]);
    },
    () => undefined,
  );

  resolveBooleanEvaluation(key: string, fallback: boolean): ResolutionDetails<boolean> {
    return this.#resolve(key, fallback);
  }

  resolveStringEvaluation(key: string, fallback: string): ResolutionDetails<string> {
    return this.#resolve(key, fallback, ({ variant }) => variant);
  }

  resolveNumberEvaluation(key: string, fallback: number): ResolutionDetails<number> {
    return this.#resolve(key, fallback);
  }

  resolveObjectEvaluation<T extends JsonValue>(key: string, fallback: T): ResolutionDetails<T> {
    return this.#resolve(key, fallback, ({ payload }) => payload as T);
  }

  readonly track = consoleGuard((name: string, _context: EvaluationContext, details: TrackingEventDetails): void => {
    this.#client.track(name, details);
  });

  #resolve<T>(
    key: string,
    fallback: T,
    ofExperiment?: (found: NonNullable<ReturnType<WebClient['experiment']>>) => T,
  ): ResolutionDetails<T> {
    const read = (): ResolutionDetails<T> => this.#read(key, fallback, ofExperiment);
    const failed = { value: fallback, reason: 'ERROR', errorCode: ErrorCode.GENERAL };
    return consoleGuard(read, () => ({ ...failed, errorMessage: 'the client has failed' }))();
  }

  #read<T>(
    key: string,
    fallback: T,
    ofExperiment?: (found: NonNullable<ReturnType<WebClient['experiment']>>) => T,
  ): ResolutionDetails<T> {
    const { value, source, configVersion } = this.#client.inspect(key);
    const flagMetadata = { source, ...(configVersion !== null && { config_version: configVersion }) };
    if (value === undefined) {
      const found = ofExperiment && this.#client.experiment(key);
      if (found) return { value: ofExperiment(found), variant: found.variant, reason: 'SPLIT', flagMetadata };
      const errorMessage = `there is no flag ${key}`;
      return { value: fallback, reason: 'ERROR', errorCode: ErrorCode.FLAG_NOT_FOUND, errorMessage, flagMetadata };
    }
    if (typeof value !== typeof fallback || value === null) {
      const errorMessage = `the flag is a ${typeof value}, not a ${typeof fallback}`;
      return { value: fallback, reason: 'ERROR', errorCode: ErrorCode.TYPE_MISMATCH, errorMessage, flagMetadata };
    }
    return {
      value: this.#client.flag(key, fallback as object) as T,
      // Why the server decided so is not told to devices; where the value comes from is.
      reason: source === 'override' ? 'STATIC' : source === 'server' ? 'UNKNOWN' : 'CACHED',
      flagMetadata,
    };
  }

  async #identify(context: EvaluationContext): Promise<void> {
    const changed = this.#nextChange();
    this.#client.identify(String(context.targetingKey), attributesOf(context));
    await Promise.race([changed, later(RECONCILE_MS)]);
  }

  #nextChange(): Promise<void> {
    const next = (): Promise<void> =>
      new Promise((resolve) => {
        const off = this.#client.onChange(() => {
          off();
          resolve();
        });
      });
    return consoleGuard(next)();
  }

  #tellChange(): void {
    const now = this.#client.flags();
    const names = new Set([...Object.keys(this.#known), ...Object.keys(now)]);
    const flagsChanged = [...names].filter((name) => JSON.stringify(this.#known[name]) !== JSON.stringify(now[name]));
    this.#known = { ...now };
    this.events.emit(ClientProviderEvents.ConfigurationChanged, { flagsChanged });
  }

  #beStale(): void {
    const { delivered } = this.#client.status();
    this.events.emit(ClientProviderEvents.Stale, { message: 'the server cannot be asked' });
    const check = consoleGuard(() => {
      const now = this.#client.status();
      if (now.configSource !== 'server' && now.delivered === delivered) return;
      clearInterval(this.#staleCheck);
      this.events.emit(ClientProviderEvents.Ready);
    });
    this.#staleCheck = setInterval(check, STALE_CHECK_MS);
  }
}
