/** A request that was not made, or that got no answer. The message is for the person who chose the target. */
export class OutboundFailure extends Error {
  override readonly name: string = 'OutboundFailure';
}

/** The target may not be reached. */
export class TargetRefused extends OutboundFailure {
  override readonly name = 'TargetRefused';
}
