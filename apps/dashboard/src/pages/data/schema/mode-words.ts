import type { Wire } from '@lamppost/protocol';

export type SchemaMode = Wire['EventSchemaRow']['mode'];

export interface ModeWords {
  readonly mode: SchemaMode;
  /** In a badge. */
  readonly badge: string;
  readonly title: string;
  /** What happens to an event that does not fit. */
  readonly sentence: string;
}

export const modeWords: Readonly<Record<SchemaMode, ModeWords>> = {
  allow: {
    mode: 'allow',
    badge: 'Allows',
    title: 'Allow',
    sentence:
      'Events are stored whatever they carry. The schema only describes them, for people and for code generation.',
  },
  warn: {
    mode: 'warn',
    badge: 'Warns',
    title: 'Warn',
    sentence:
      'Events that do not fit are stored. The app is told the first faults in the answer, as validation_warnings.',
  },
  quarantine: {
    mode: 'quarantine',
    badge: 'Keeps apart',
    title: 'Keep apart',
    sentence:
      'Events that do not fit are accepted but not stored: no question counts them. They wait under Failed events for 30 days and can be replayed.',
  },
};

export const modes: readonly SchemaMode[] = ['allow', 'warn', 'quarantine'];
