/** Kinds of queries about crashes, performance and experiments: those features answer them. */
export const featureKinds = ['crash_free', 'crashes', 'performance', 'experiment'] as const;
