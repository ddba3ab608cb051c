import { integer, json, nullable, text, type ValuesOf } from '../../control/sql/sql-type.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import type { CrashDescription } from './crash-group-store.ts';

/** Groups and fingerprints are described by the same columns. */
export const descriptionColumns = {
  title: text,
  culprit: nullable(text),
  exceptionType: nullable(text),
  reason: json<CrashDescription['reason']>(),
  rule: integer,
};

export const DESCRIPTION = 'title, culprit, exception_type AS exceptionType, reason, rule';
export const DESCRIBE = `title = :title, culprit = :culprit, exception_type = :exceptionType, reason = :reason,
  rule = :rule`;

/** Reports say anything: what cannot be stored is replaced. */
export const storableDescription = ({
  title,
  culprit,
  exceptionType,
  reason,
  rule,
}: CrashDescription): ValuesOf<typeof descriptionColumns> => ({
  title: storeText(title),
  culprit: culprit === null ? null : storeText(culprit),
  exceptionType: exceptionType === null ? null : storeText(exceptionType),
  reason,
  rule,
});
