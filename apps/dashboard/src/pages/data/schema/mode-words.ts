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
    sentence: 'All events are stored. The schema is used for documentation and code generation only.',
  },
  warn: {
    mode: 'warn',
    badge: 'Warns',
    title: 'Warn',
    sentence: "Events that don't match are stored. The response lists problems in validation_warnings.",
  },
  quarantine: {
    mode: 'quarantine',
    badge: 'Quarantines',
    title: 'Quarantine',
    sentence:
      "Events that don't match are accepted but excluded from queries. They stay in Failed events for 30 days and can be replayed.",
  },
};

export const modes: readonly SchemaMode[] = ['allow', 'warn', 'quarantine'];
