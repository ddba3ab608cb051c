import type { Redis, RedisOptions } from 'ioredis';

const CONNECT_TIMEOUT_MS = 1_000;
/** A connection that owes an answer for this long is made anew: its other end may be gone without a word. */
const SILENCE_MS = 5_000;
const FIRST_RECONNECT_MS = 50;
const MAX_RECONNECT_MS = 1_000;

/** There is no connection, or it was lost before the answer came. */
export class RedisUnreachable extends Error {
  override readonly name = 'RedisUnreachable';
}

/** The server answered with an error. */
export class RedisRefused extends Error {
  override readonly name = 'RedisRefused';
}

type RedisScripts = Readonly<Record<string, string>>;

type ScriptCaller = (keys: number, ...args: readonly (string | number)[]) => Promise<unknown>;

/**
 * One connection to Redis or Valkey, made again by itself whenever it is lost. Commands are sent or fail at once: none
 * waits for a connection, and none is sent a second time.
 */
export class RedisConnection<Script extends string> {
  readonly #redis: Redis;
  /** Why there is no connection. */
  #problem: string | undefined;
  /** Why the one that there is cannot be used: what was sent would be done as somebody else, or elsewhere. */
  #refusal: string | undefined;

  private constructor(redis: Redis) {
    this.#redis = redis;
    redis.on('error', (error: Error) => {
      if (isReply(error)) this.#refusal = error.message;
      else this.#problem = error.message;
    });
    redis.on('connect', () => {
      this.#problem = undefined;
      this.#refusal = undefined;
    });
  }

  /** Resolves when the first attempt to connect has ended, one way or the other. The driver is loaded here, and only here. */
  static async open<Script extends string>(
    url: string,
    scripts: Readonly<Record<Script, string>>,
  ): Promise<RedisConnection<Script>> {
    const { Redis: Driver } = await import('ioredis');
    const redis = new Driver({ ...addressOf(url), ...behaviour, scripts: luaOf(scripts) });
    const connection = new RedisConnection<Script>(redis);
    await Promise.race([redis.connect().catch(() => undefined), timeUp(CONNECT_TIMEOUT_MS)]);
    return connection;
  }

  /** Called whenever the connection is lost, also while nothing is asked. */
  onLost(listener: (error: RedisUnreachable) => void): void {
    this.#redis.on('close', () => listener(this.#unreachable()));
  }

  /** Rejects with RedisUnreachable or RedisRefused. */
  async run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    const call = (this.#redis as unknown as Record<Script, ScriptCaller>)[script];
    return await this.#answer(() => call.call(this.#redis, keys.length, ...keys, ...args));
  }

  /** What it says of its version; undefined when this user may not ask. */
  async version(): Promise<string | undefined> {
    try {
      const text = await this.#answer(() => this.#redis.info('server'));
      return /^redis_version:(\S+)/m.exec(text)?.[1];
    } catch (error) {
      if (error instanceof RedisRefused) return undefined;
      throw error;
    }
  }

  close(): void {
    this.#redis.disconnect();
  }

  async #answer<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#refusal !== undefined) throw new RedisRefused(this.#refusal);
    try {
      return await ask();
    } catch (cause) {
      const error = cause as Error;
      if (!isReply(error)) throw this.#unreachable(cause);
      // After a failover the address may lead to another server.
      if (error.message.includes('READONLY')) this.#reconnect(error.message);
      throw new RedisRefused(error.message, { cause });
    }
  }

  #unreachable(cause?: unknown): RedisUnreachable {
    return new RedisUnreachable(this.#problem ?? 'the connection was lost', { cause });
  }

  #reconnect(why: string): void {
    this.#problem = why;
    this.#redis.disconnect(true);
  }
}

/** It came from the server. */
const isReply = ({ name }: Error): boolean => name === 'ReplyError';

const behaviour = {
  lazyConnect: true,
  protocol: 2,
  disableClientInfo: true,
  connectTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: SILENCE_MS,
  enableOfflineQueue: false,
  enableReadyCheck: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt) => Math.min(FIRST_RECONNECT_MS * 2 ** Math.min(attempt, 10), MAX_RECONNECT_MS),
} as const satisfies RedisOptions;

function addressOf(text: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? 6379 : Number(port),
    db: Number(pathname.slice(1)),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

const luaOf = (scripts: RedisScripts): Record<string, { lua: string }> =>
  Object.fromEntries(Object.entries(scripts).map(([name, lua]) => [name, { lua }]));

const timeUp = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
