/** Who made a change. What an `assistant` wants to change waits for a person everywhere. */
export interface Actor {
  readonly kind: 'api_key' | 'member' | 'cli' | 'assistant' | 'scheduler' | 'guardrail' | 'operator';
  readonly id: string;
  readonly name: string;
}

/** For what is changed by anyone who runs the installation, the first start included. */
export const operatorActor: Actor = { kind: 'operator', id: 'operator', name: 'Operator' };
