import { ControlUnavailable } from '../../control/control-errors.ts';
import type { ControlState } from '../../control/control-state.ts';

/** Remembers how the first attempt to open a control database went. */
export class FirstState {
  #settle: (state: ControlState) => void = () => undefined;
  readonly #first = new Promise<ControlState>((resolve) => {
    this.#settle = resolve;
  });

  /** Only the first one counts. */
  note(state: ControlState): void {
    this.#settle(state);
  }

  async ready(): Promise<{ readonly isNew: boolean }> {
    const state = await this.#first;
    if (state.isAvailable) return { isNew: state.isNew };
    if (state.refused !== undefined) throw state.refused;
    throw new ControlUnavailable(`The control database cannot be opened: ${state.reason}.`);
  }
}
