import { randomBytes } from 'node:crypto';

/**
 * The shape in which config, rulesets, OFREP and definitions are answered. Raise it when the same flags would be reported
 * in another shape: a client that holds the old one must not be told that nothing has changed.
 */
export const ANSWER_SHAPE = 2;

/** The shape when edges began to share a generation. */
const FIRST_SHARED_SHAPE = 2;

/** Of an installation that was begun here and never lost anything. */
export const FIRST_GENERATION = '';

/**
 * Versions and revisions are counted inside a generation and run again in the next one, so every tag and every id of a
 * stream covers it. A new one begins whenever the history that clients have seen is not the control plane's any more:
 * after a restore, when the control plane went backwards, and when the shape of answers changes.
 */
export const newGeneration = (): string => randomBytes(6).toString('hex');

/** The generation of edges that share one, as long as they answer in the same shape. */
export const sharedGeneration = (shared: string): string =>
  ANSWER_SHAPE === FIRST_SHARED_SHAPE ? shared : `${shared}${ANSWER_SHAPE}`;

/** A version for clients that hold it: with the generation that it was counted in, unless that is the first. */
export const inGeneration = (version: string, generation: string): string =>
  generation === FIRST_GENERATION ? version : `${version}-${generation}`;
