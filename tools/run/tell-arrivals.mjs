import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 2_000;
const mostFacts = 3;

/**
 * Says a line for each event, crash and kind of measurement that a project got, until it is ended.
 * @param {string} url
 * @param {string} key a secret one
 * @param {(line: string) => void} say
 * @returns {() => void} ends it
 */
export function tellArrivals(url, key, say) {
  const ending = new AbortController();
  const { signal } = ending;
  const headers = { Authorization: `Bearer ${key}` };
  const follow = () => followEvents(`${url}/v1/events/stream`, { headers, signal }, say);
  const look = async () => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (;;) {
      await sleep(pauseMs, undefined, { signal });
      for (const { name, count } of await countsOf(url, { headers, signal })) {
        const isMore = count > (counts.get(name) ?? 0);
        counts.set(name, count);
        if (isMore) say(count === 1 ? name : `${name} (${count})`);
      }
    }
  };
  for (const task of [follow, look]) again(task, signal);
  return () => ending.abort();
}

/**
 * The store comes up after the server, and what looks at it may have to begin anew.
 * @param {() => Promise<void>} task
 * @param {AbortSignal} signal
 */
async function again(task, signal) {
  while (!signal.aborted) {
    try {
      await task();
      await sleep(pauseMs, undefined, { signal });
    } catch (error) {
      if (!signal.aborted && !(error instanceof TypeError)) throw error;
    }
  }
}

/**
 * @param {string} url
 * @param {RequestInit} init
 * @param {(line: string) => void} say
 */
async function followEvents(url, init, say) {
  const { ok, body } = await fetch(url, init);
  if (!ok || body === null) return;
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^event: event\ndata: (.*)$/m.exec(message)?.[1];
      if (data !== undefined) say(eventLine(JSON.parse(data)));
    }
  }
}

/** @param {{ event: string, status: string, reason?: string, properties?: object, user_id?: string | null }} row */
function eventLine({ event, status, reason, properties = {}, user_id: userId }) {
  if (status !== 'stored') return `${event} was refused: ${reason}`;
  const facts = Object.entries(properties).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${event}${userId ? ` of ${userId}` : ''}${facts.length > 0 ? `: ${facts.slice(0, mostFacts).join(', ')}` : ''}`;
}

/**
 * @typedef {{ title: string, reports: number }} CrashGroup
 * @typedef {{ metric_type: string, metric_name: string, count: number }} Metric
 *
 * @param {string} url
 * @param {RequestInit} init
 * @returns {Promise<{ name: string, count: number }[]>}
 */
async function countsOf(url, init) {
  const rows = async (/** @type {string} */ path) => {
    const answer = await fetch(`${url}${path}`, init);
    return answer.ok ? /** @type {{ data: any[] }} */ (await answer.json()).data : [];
  };
  /** @type {CrashGroup[]} */
  const crashes = await rows('/v1/crashes/groups');
  /** @type {Metric[]} */
  const metrics = await rows('/v1/performance/summary');
  return [
    ...crashes.map(({ title, reports }) => ({ name: `crash: ${title}`, count: reports })),
    ...metrics.map(({ metric_type: type, metric_name: name, count }) => ({ name: `${type}: ${name}`, count })),
  ];
}
