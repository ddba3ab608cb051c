import type { TestProject } from './test-project.ts';

/** Built by now, like the server itself. */
const entry = new URL('../../../../packages/demo-data/dist/index.js', import.meta.url).href;

const atOnce = 16;

interface DemoOptions {
  readonly events: number;
  readonly seed: number;
  readonly untilMs: number;
  readonly days: number;
}

type DemoItem = { readonly kind: string; readonly body: string };

export interface SentEvent {
  readonly event: string;
  readonly timestamp: string;
  readonly context: {
    readonly session: { readonly id: string };
    readonly user: { readonly id?: string; readonly anonymous_id: string };
    readonly device: { readonly platform: string };
    readonly app: { readonly version: string };
  };
}

export interface SentMetric {
  readonly metric_type: string;
  readonly metric_name: string;
  readonly value_ms: number;
  readonly timestamp: string;
  readonly status_code?: number;
  readonly is_error?: boolean;
  readonly context: {
    readonly platform: string;
    readonly app_version: string;
    readonly session_id: string;
    readonly active_flags: Readonly<Record<string, unknown>>;
    readonly active_experiments: Readonly<Record<string, string>>;
    readonly [fact: string]: unknown;
  };
}

export interface SentCrash {
  readonly platform: string;
  readonly app_version: string;
  readonly session_id: string;
  readonly timestamp: string;
}

/** What the demo's people sent and the server accepted, as it was sent. */
export interface DemoStory {
  readonly events: readonly SentEvent[];
  readonly metrics: readonly SentMetric[];
  readonly crashes: readonly SentCrash[];
}

/** Sends the story of the demo to a project, without registering devices. */
export async function sendDemoStory(project: TestProject, options: DemoOptions): Promise<DemoStory> {
  const { demoStream } = (await import(/* @vite-ignore */ entry)) as {
    demoStream: (options: DemoOptions) => Iterable<DemoItem>;
  };
  const events = new Map<string, SentEvent>();
  const metrics: SentMetric[] = [];
  const crashes: SentCrash[] = [];
  const send = async ({ kind, body }: DemoItem): Promise<void> => {
    if (kind === 'events') {
      const refused = new Set((await project.ingest(body)).data().rejected?.map(({ index }) => index));
      const { batch } = JSON.parse(body) as { batch: (SentEvent & { event_id: string })[] };
      for (const [index, event] of batch.entries()) if (!refused.has(index)) events.set(event.event_id, event);
    } else if (kind === 'metrics') {
      const response = await project.post('/v1/performance/ingest', body);
      const { batch } = JSON.parse(body) as { batch: SentMetric[] };
      if (response.data().accepted !== batch.length) throw new Error(`Not all metrics were accepted: ${response.text}`);
      metrics.push(...batch);
    } else if (kind === 'crash') {
      const response = await project.post('/v1/crashes/report', body);
      if (response.status !== 202) throw new Error(`A crash report was not accepted: ${response.text}`);
      crashes.push(JSON.parse(body) as SentCrash);
    }
  };
  let waiting: Promise<void>[] = [];
  for (const item of demoStream(options)) {
    waiting.push(send(item));
    if (waiting.length < atOnce) continue;
    await Promise.all(waiting);
    waiting = [];
  }
  await Promise.all(waiting);
  return { events: [...events.values()], metrics, crashes };
}
