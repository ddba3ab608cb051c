const WIDTH = 30;

/** Tells a person at a terminal how far something is: a bar that moves, or, where output is kept, a line at each step. */
export class ProgressLines {
  readonly #output: NodeJS.WriteStream;
  #title = '';
  #isOpen = false;

  constructor(output: NodeJS.WriteStream) {
    this.#output = output;
  }

  readonly step = (title: string): void => {
    this.end();
    this.#title = title;
    if (!this.#output.isTTY) this.#output.write(`${title}\n`);
    else this.progress(0, 0);
  };

  readonly progress = (done: number, all: number): void => {
    if (!this.#output.isTTY) return;
    const share = all === 0 ? 0 : done / all;
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
    const counts = all === 0 ? '' : ` ${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;
    this.#output.write(`\r\u001b[K${this.#title} ${bar}${counts}`);
    this.#isOpen = true;
  };

  end(): void {
    if (this.#isOpen) this.#output.write('\n');
    this.#isOpen = false;
  }
}
