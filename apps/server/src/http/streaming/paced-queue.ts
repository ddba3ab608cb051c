/** What a request that has just arrived waits for at most. */
const TURN_MS = 4;

interface Task {
  readonly run: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Runs short tasks in the order in which they came, a few milliseconds at a time, so that requests get in between. */
export class PacedQueue {
  #waiting: Task[] = [];
  #isScheduled = false;

  add(run: () => void, onFailure: (error: unknown) => void): void {
    this.#waiting.push({ run, onFailure });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#runTurn();
    });
  }

  #runTurn(): void {
    const endsAt = performance.now() + TURN_MS;
    const tasks = this.#waiting;
    this.#waiting = [];
    let done = 0;
    while (done < tasks.length && performance.now() < endsAt) runTask(tasks[done++] as Task);
    if (done < tasks.length) this.#waiting = [...tasks.slice(done), ...this.#waiting];
    if (this.#waiting.length > 0) this.#schedule();
  }
}

function runTask({ run, onFailure }: Task): void {
  try {
    run();
  } catch (error) {
    onFailure(error);
  }
}
