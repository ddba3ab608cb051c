import { setTimeout as pause } from 'node:timers/promises';
import type { FromStore, StoreProcessSettings, StoreProcessStatus } from '../../analytics/process/store-messages.ts';
import type { QueryKind } from '../../analytics/query.ts';
import { StoreService } from '../store/store-service.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What lives in the store process, without the process around it: where nothing dies, it starts sooner. */
export class SampleService {
  readonly messages: string[] = [];
  readonly #service: Promise<StoreService>;
  readonly #waiting = new Map<number, Waiting>();
  #status: Omit<StoreProcessStatus, 'restarts'> | undefined;
  #failure: unknown;
  #asked = 0;

  /** Resolves when everything that stands in checkpoints and in the log is in the store. */
  static async open(settings: StoreProcessSettings): Promise<SampleService> {
    const sample = new SampleService(settings);
    const failed = (error: unknown): void => {
      sample.#failure = error;
    };
    await (await sample.#service).start(failed, () => failed(new Error('the store was renewed')));
    while (sample.#status?.state !== 'ready' || sample.#status.waitingSegments > 0) {
      if (sample.#failure !== undefined) throw sample.#failure;
      await pause(5);
    }
    return sample;
  }

  private constructor(settings: StoreProcessSettings) {
    this.#service = StoreService.open(settings, (message) => this.#receive(message));
  }

  status(): Omit<StoreProcessStatus, 'restarts'> {
    if (this.#status === undefined) throw new Error('The service has not been opened.');
    return this.#status;
  }

  async run<Query, Result>({ name }: QueryKind<Query, Result>, query: Query): Promise<Result> {
    const service = await this.#service;
    const id = ++this.#asked;
    const result = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    await service.receive({ type: 'query', id, name, query });
    return (await result) as Result;
  }

  async stop(): Promise<void> {
    await (await this.#service).stop();
  }

  #receive(message: FromStore): void {
    if (message.type === 'status') this.#status = message.status;
    if (message.type === 'log') this.messages.push(message.line.message);
    if (message.type === 'result') this.#waiting.get(message.id)?.resolve(message.value);
    if (message.type === 'refusal') this.#waiting.get(message.id)?.reject(new Error(message.message));
  }
}
