import { contextFromWire } from '@lamppost/evaluator';
import { consoleGuard } from '@lamppost/sdk-core';
import {
  ErrorCode,
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderFatalError,
  ProviderNotReadyError,
  type ResolutionDetails,
  ServerProviderEvents,
  type TrackingEventDetails,
} from '@openfeature/server-sdk';
import { openFeatureReason } from './open-feature-reason.ts';
import { wireContext } from './wire-context.ts';

/** As much of the client of `@lamppost/node` as the provider needs. */
export interface ServerClient {
  readonly ready: Promise<void>;
  details<T>(
    key: string,
    fallback: T,
    user?: object,
  ): {
    readonly value: T;
    readonly reason: string;
    readonly isFallback: boolean;
    readonly ruleId?: string | undefined;
    readonly bucket?: number | undefined;
    readonly error?: string | undefined;
    readonly configVersion: string | null;
  };
  experiment(
    key: string,
    user: object,
  ): { readonly variant: string; readonly payload: Readonly<Record<string, unknown>> } | null;
  track(name: string, properties?: Readonly<Record<string, unknown>>, user?: object): void;
  onChange(listener: (changedFlags: readonly string[]) => void): () => void;
  onState(listener: (state: 'waiting' | 'current' | 'stale' | 'refused') => void): () => void;
  status(): { readonly rulesetState: string; readonly configVersion: string | null };
  flush(): Promise<void>;
}

/** The targeting key is the user, unless the context names a user itself: as the server's own OFREP routes read it. */
const userOf = consoleGuard(
  (context: EvaluationContext): object => {
    const { targetingKey, ...wire } = wireContext(context);
    const user = contextFromWire(wire);
    return { ...user, userId: user.userId ?? (targetingKey as string | undefined) };
  },
  () => ({}),
);

/**
 * Flags of Lamppost for OpenFeature on servers, evaluated inside the process. Keys of experiments are read as well: as a
 * text the variant, as an object its payload; reading one sends the exposure. The client stays the app's: closing the
 * provider sends what waits, and no more.
 */
export class LamppostServerProvider implements Provider {
  readonly metadata = { name: 'lamppost' } as const;
  readonly runsOn = 'server' as const;
  readonly events = new OpenFeatureEventEmitter();
  readonly #client: ServerClient;
  #offs: readonly (() => void)[] = [];

  constructor(client: ServerClient) {
    this.#client = client;
  }

  async initialize(): Promise<void> {
    const { ready, status, onChange, onState } = this.#client;
    this.#offs = [
      onChange((flagsChanged) => {
        this.events.emit(ServerProviderEvents.ConfigurationChanged, { flagsChanged: [...flagsChanged] });
      }),
      onState((state) => {
        if (state === 'current') this.events.emit(ServerProviderEvents.Ready);
        if (state === 'stale') this.events.emit(ServerProviderEvents.Stale, { message: 'the server cannot be asked' });
        if (state === 'refused') this.events.emit(ServerProviderEvents.Error, refusal);
      }),
    ];
    await ready;
    const { rulesetState, configVersion } = status();
    if (rulesetState === 'refused') throw new ProviderFatalError(refusal.message);
    if (configVersion === null) throw new ProviderNotReadyError('there is no ruleset yet');
  }

  readonly onClose = consoleGuard(async (): Promise<void> => {
    for (const off of this.#offs) off();
    this.#offs = [];
    await this.#client.flush();
  });

  async resolveBooleanEvaluation(key: string, fallback: boolean, context: EvaluationContext) {
    return this.#resolve(key, fallback, context);
  }

  async resolveStringEvaluation(key: string, fallback: string, context: EvaluationContext) {
    return this.#resolve(key, fallback, context, ({ variant }) => variant);
  }

  async resolveNumberEvaluation(key: string, fallback: number, context: EvaluationContext) {
    return this.#resolve(key, fallback, context);
  }

  async resolveObjectEvaluation<T extends JsonValue>(key: string, fallback: T, context: EvaluationContext) {
    return this.#resolve(key, fallback, context, ({ payload }) => payload as T);
  }

  readonly track = consoleGuard((name: string, context: EvaluationContext, details: TrackingEventDetails): void => {
    this.#client.track(name, details, userOf(context));
  });

  #resolve<T>(
    key: string,
    fallback: T,
    context: EvaluationContext,
    ofExperiment?: (found: NonNullable<ReturnType<ServerClient['experiment']>>) => T,
  ): ResolutionDetails<T> {
    const read = (): ResolutionDetails<T> => this.#read(key, fallback, context, ofExperiment);
    return consoleGuard(read, () => failed(fallback, ErrorCode.GENERAL, 'the client has failed'))();
  }

  #read<T>(
    key: string,
    fallback: T,
    context: EvaluationContext,
    ofExperiment?: (found: NonNullable<ReturnType<ServerClient['experiment']>>) => T,
  ): ResolutionDetails<T> {
    const user = userOf(context);
    const { value, reason, isFallback, ruleId, bucket, error, configVersion } = this.#client.details(
      key,
      fallback,
      user,
    );
    if (configVersion === null && reason !== 'OVERRIDE') {
      return failed(fallback, ErrorCode.PROVIDER_NOT_READY, 'there is no ruleset yet');
    }
    const flagMetadata = {
      ...(configVersion !== null && { config_version: configVersion }),
      ...(ruleId !== undefined && { rule_id: ruleId }),
      ...(bucket !== undefined && { bucket }),
      ...(error !== undefined && { error }),
    };
    if (reason === 'NOT_FOUND') {
      const found = ofExperiment && this.#client.experiment(key, user);
      if (found) return { value: ofExperiment(found), variant: found.variant, reason: 'SPLIT', flagMetadata };
      return { ...failed(fallback, ErrorCode.FLAG_NOT_FOUND, `there is no flag ${key}`), flagMetadata };
    }
    if (isFallback) return { ...failed(fallback, ErrorCode.TYPE_MISMATCH, error ?? ''), flagMetadata };
    return { value, reason: openFeatureReason(reason, bucket), flagMetadata };
  }
}

const refusal = { message: 'the server refuses the key', errorCode: ErrorCode.PROVIDER_FATAL };

const failed = <T>(value: T, errorCode: ErrorCode, errorMessage: string): ResolutionDetails<T> => ({
  value,
  reason: 'ERROR',
  errorCode,
  errorMessage,
});
