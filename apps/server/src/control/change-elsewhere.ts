/** What another edge has changed of what this one may remember. Ids as they are, not as they are stored. */
export type ChangeElsewhere =
  | { readonly kind: 'device'; readonly environmentId: string; readonly deviceId: string }
  | { readonly kind: 'user'; readonly environmentId: string; readonly userId: string }
  | { readonly kind: 'groups'; readonly projectId: string; readonly userId: string }
  | { readonly kind: 'member'; readonly memberId: string }
  /** Some may have been missed: nothing that is remembered counts any more. */
  | { readonly kind: 'everything' };

/** Tells those who remember something. An embedded control plane has no elsewhere, and nobody is ever told. */
export class ChangesElsewhere {
  readonly #listeners: ((change: ChangeElsewhere) => void)[] = [];

  on(listener: (change: ChangeElsewhere) => void): void {
    this.#listeners.push(listener);
  }

  tell(change: ChangeElsewhere): void {
    for (const listener of this.#listeners) listener(change);
  }
}
