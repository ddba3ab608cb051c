import { untilLoaded } from '../filling/fill-store.ts';
import { type LoadResult, load } from './load.ts';
import type { Product } from './processes.ts';
import { ingestRequests } from './requests.ts';
import { boundRow, ms, type Row, timesRow } from './scenario.ts';
import { median } from './spread.ts';
import { steadily } from './steady-rounds.ts';

const batchEvents = 20;
const maxP99Ms = 25;
/** Rounds differ by as much from one to the next. */
const maxSlower = 1.1;
/** What may still wait for the store when the next load begins. */
const restBytes = 1_000_000;

export interface OtherWork {
  /** As in "the same beside …". */
  readonly name: string;
  readonly seconds: number;
  readonly rounds: number;
  /** Asked again as soon as it is answered. */
  ask(at: number): Promise<void>;
}

/** Does the work while the other is asked again and again; answers how often it was answered. */
async function beside<T>({ ask }: OtherWork, work: () => Promise<T>): Promise<[T, number]> {
  let isWorking = true;
  let answered = 0;
  const asking = async (): Promise<void> => {
    for (let at = 1; isWorking; at += 1) {
      await ask(at);
      answered += 1;
    }
  };
  const worked = work().finally(() => {
    isWorking = false;
  });
  const [result] = await Promise.all([worked, asking()]);
  return [result, answered];
}

/** Acknowledgements at half of peak, alone and beside work of the store, in turn. */
export async function acknowledgedBeside(product: Product, other: OtherWork): Promise<readonly Row[]> {
  const { next } = ingestRequests({ events: batchEvents, key: product.keys.secret });
  const peak = await load({ url: product.url, connections: 32, seconds: 4, next });
  const half = { url: product.url, connections: 32, seconds: other.seconds, next, perSecond: peak.perSecond / 2 };
  const { measured, isNoisy } = await steadily(other.rounds, async () => {
    await untilLoaded(product, restBytes);
    const alone = await load(half);
    await untilLoaded(product, restBytes);
    const [together, answered] = await beside(other, () => load(half));
    return { alone, together, answered };
  });
  const row = (name: string, results: readonly LoadResult[]): Row => {
    const [p50, p99] = [results.map(({ p50Ms }) => p50Ms), results.map(({ p99Ms }) => p99Ms)];
    return boundRow(name, p99, ' ms', maxP99Ms, `p50 ${ms(median(p50))}, p99 ${ms(median(p99))}`, isNoisy);
  };
  const answered = measured.reduce((sum, round) => sum + round.answered, 0);
  const rate = `${Math.round((half.perSecond * batchEvents) / 1000)} k events/s`;
  return [
    row(
      `acknowledgement p99 at half of peak (${rate}), nothing else asked`,
      measured.map(({ alone }) => alone),
    ),
    row(
      `the same beside ${other.name}, ${answered} answered`,
      measured.map(({ together }) => together),
    ),
    timesRow(
      `acknowledgement p99 beside ${other.name}, against nothing else asked`,
      measured.map(({ alone, together }) => ({ product: together.p99Ms, reference: alone.p99Ms })),
      maxSlower,
      isNoisy,
    ),
  ];
}
