import type { CodegenTarget } from '../../config/project-file.ts';

/** A target, with where it is written. */
export interface PlacedTarget extends CodegenTarget {
  readonly path: string;
}
