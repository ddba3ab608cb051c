import { createHash } from 'node:crypto';
import {
  type AnalyticsStore,
  type AskOptions,
  type StoreStatus,
  StoreUnavailable,
} from '../../analytics-store.ts';
import type { InsightAnswer } from '../../../features/insights/queries/insight-question.ts';
import type { AnswerTo, QuestionName, QuestionOf } from '../../questions.ts';
import type { SpareMemory } from '../spare-memory.ts';
import { TIME_LIMIT_MS } from './duckdb-analytics-store.ts';
import { QuestionLanes } from './question-lanes.ts';
import { SharedAnswers } from './shared-answers.ts';

/** Questions that may read everything there is. */
const heavyQuestions = [
  'timeseries',
  'funnel',
  'retention',
  'paths',
  'userSql',
] as const satisfies readonly QuestionName[];
type HeavyQuestion = (typeof heavyQuestions)[number];

/** Questions over all sessions or reports: they take turns like heavy ones, but few ask the same at the same time. */
const wideQuestions = ['sessionHealth', 'crashGroups', 'crashShares'] as const satisfies readonly QuestionName[];
type WideQuestion = (typeof wideQuestions)[number];

const isHeavy = (name: QuestionName): name is HeavyQuestion => (heavyQuestions as readonly string[]).includes(name);

const isWide = (name: QuestionName): name is WideQuestion => (wideQuestions as readonly string[]).includes(name);

/** Of one project; one more is for a project that has none. */
const LANES = 2;
const MOST_WAITING_EACH = 24;
const FRESH_MS = 500;
const UNCHANGED_MS = 30_000;
const MOST_ANSWERS = 100;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/**
 * Heavy questions take turns, have memory of their own, and are answered once for all who ask the same; all others go
 * straight to the store. The time that a question may take counts from when it is asked.
 */
export class QueuedAnalyticsStore implements AnalyticsStore {
  readonly #store: AnalyticsStore;
  readonly #memory: SpareMemory;
  readonly #lanes = new QuestionLanes({ lanes: LANES, mostWaitingEach: MOST_WAITING_EACH });
  readonly #shared: SharedAnswers<InsightAnswer>;

  /** `generation` is another number whenever an answer could be another one. */
  constructor(store: AnalyticsStore, memory: SpareMemory, generation: () => number) {
    this.#store = store;
    this.#memory = memory;
    this.#shared = new SharedAnswers({
      freshMs: FRESH_MS,
      unchangedMs: UNCHANGED_MS,
      mostAnswers: MOST_ANSWERS,
      mostCharacters: MOST_CHARACTERS,
      generation,
    });
  }

  ask<N extends QuestionName>(name: N, question: QuestionOf<N>, options: AskOptions = {}): Promise<AnswerTo<N>> {
    // Takes long, so it would keep a lane from others; who asks for exports lets only a few be written at a time.
    if (name === 'exportFile') return this.#memory.during(() => this.#store.ask(name, question, options));
    if (isWide(name)) {
      const { projectId } = (question as QuestionOf<WideQuestion>).scope;
      return this.#inTurn(projectId, name, question, options);
    }
    if (!isHeavy(name)) return this.#store.ask(name, question, options);
    const heavy = question as QuestionOf<HeavyQuestion>;
    return this.#askHeavy(name, heavy, options) as Promise<InsightAnswer> as Promise<AnswerTo<N>>;
  }

  status(): StoreStatus {
    return this.#store.status();
  }

  #askHeavy(
    name: HeavyQuestion,
    question: QuestionOf<HeavyQuestion>,
    { signal, timeLimitMs = TIME_LIMIT_MS }: AskOptions,
  ): Promise<InsightAnswer> {
    const key = createHash('sha256')
      .update(JSON.stringify([name, question, timeLimitMs]))
      .digest('base64');
    const owner = question.scope.projectId;
    return this.#shared.ask(key, signal, (shared) =>
      this.#inTurn(owner, name, question, { timeLimitMs, ...(shared === undefined ? {} : { signal: shared }) }),
    );
  }

  #inTurn<N extends QuestionName>(
    owner: string,
    name: N,
    question: QuestionOf<N>,
    { timeLimitMs = TIME_LIMIT_MS, ...options }: AskOptions,
  ): Promise<AnswerTo<N>> {
    const endsAt = performance.now() + timeLimitMs;
    return this.#lanes.run({ owner, ...options, patienceMs: timeLimitMs }, () =>
      this.#memory.during(() => {
        const leftMs = endsAt - performance.now();
        if (leftMs <= 0) throw new StoreUnavailable('other queries took too long: ask again later');
        return this.#store.ask(name, question, { ...options, timeLimitMs: leftMs });
      }),
    );
  }
}
