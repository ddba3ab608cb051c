/** A frame as it was read: who owns its code is not decided yet. */
export interface RawFrame {
  readonly function?: string;
  /** The class (JVM), or whatever the sender calls a module. */
  readonly module?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly imageName?: string;
  /** Addresses are hexadecimal texts with `0x`, since they exceed what a number holds. */
  readonly address?: string;
  readonly imageAddress?: string;
  readonly symbolAddress?: string;
  readonly isInlined?: boolean;
  /** What the sender said; it wins over every rule, also after the frame has been symbolicated. */
  readonly isSaidInApp?: boolean;
}

/** One frame of a stack, the innermost first wherever frames are listed. */
export interface CrashFrame extends RawFrame {
  readonly isInApp: boolean;
}

/** A loaded binary. `path` is there when the sender gave more than a file name. */
export interface BinaryImage {
  readonly name: string;
  readonly path?: string;
  readonly uuid?: string;
  readonly loadAddress?: string;
  readonly size?: number;
}

/** What is longer is cut, wherever it came from. */
export const frameTextLengths = { function: 512, module: 256, file: 1024, imageName: 256 } as const;
