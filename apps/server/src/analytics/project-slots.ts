export interface ProjectSlotsOptions {
  /** Of all projects together. */
  readonly slots: number;
  /** Of one project: beyond it nobody waits. */
  readonly maxWaitingPerProject: number;
  readonly maxWaitMs: number;
  /** Made when a project has too many waiting. */
  readonly tooMany: () => Error;
  /** Made when no slot came free in time. */
  readonly tooLate: () => Error;
}

interface Waiting {
  readonly projectId: string;
  readonly start: () => void;
}

/**
 * Slots for long work, one a project at a time: what one project asks for waits behind itself, and never keeps another
 * project from its turn.
 */
export class ProjectSlots {
  readonly #options: ProjectSlotsOptions;
  readonly #running = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(options: ProjectSlotsOptions) {
    this.#options = options;
  }

  async run<T>(projectId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(projectId, signal);
    try {
      return await work();
    } finally {
      this.#running.delete(projectId);
      this.#startNext();
    }
  }

  async #enter(projectId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#isFree(projectId)) {
      this.#running.add(projectId);
      return;
    }
    const { maxWaitingPerProject, maxWaitMs, tooMany, tooLate } = this.#options;
    if (this.#waiting.filter((other) => other.projectId === projectId).length >= maxWaitingPerProject) throw tooMany();
    await new Promise<void>((resolve, reject) => {
      const leave = (error: unknown): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        settle();
        reject(error);
      };
      const left = (): void => leave(signal.reason);
      const timer = setTimeout(() => leave(tooLate()), maxWaitMs);
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', left);
      };
      const start = (): void => {
        settle();
        resolve();
      };
      const waiting: Waiting = { projectId, start };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', left, { once: true });
    });
  }

  #isFree(projectId: string): boolean {
    return this.#running.size < this.#options.slots && !this.#running.has(projectId);
  }

  #startNext(): void {
    const next = this.#waiting.find(({ projectId }) => this.#isFree(projectId));
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#running.add(next.projectId);
    next.start();
    this.#startNext();
  }
}
