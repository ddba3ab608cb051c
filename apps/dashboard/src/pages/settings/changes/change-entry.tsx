import { Button } from '@mantine/core';
import { DiffView } from '../../../design/code/diff-view.tsx';
import { ChangeComment } from '../../../design/layout/change-comment.tsx';
import type { HistoryEntry } from '../../../design/layout/history-list.tsx';
import { AppLink } from '../../../design/primitives/app-link.tsx';
import type { PageScope } from '../../../navigation/page-path.ts';
import { changeHref } from './change-href.ts';
import { changeSentence } from './change-sentence.ts';
import styles from './changes.module.css';
import type { Change } from './sentence.ts';

const ignored = ['updated_at', 'created_at', 'id', 'version'];

export interface ChangeEntryOptions {
  /** The slug, where the change was made in one. */
  readonly environment: string | undefined;
  readonly scope: PageScope;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A line of the log: the sentence, who, when, and the difference when it is asked for. */
export function changeEntry(
  change: Change,
  { environment, scope, isOpen, onToggle }: ChangeEntryOptions,
): HistoryEntry {
  const { before, subject, after } = changeSentence(change, environment);
  const href = changeHref(change, scope);
  const hasDifference = change.before !== null || change.after !== null;
  return {
    id: change.id,
    title: (
      <>
        <bdi>{before}</bdi>{' '}
        {subject !== '' &&
          (href === undefined ? (
            <bdi className={styles.subject}>{subject}</bdi>
          ) : (
            <AppLink href={href} className={styles.link}>
              <bdi>{subject}</bdi>
            </AppLink>
          ))}{' '}
        <bdi>{after}</bdi>
      </>
    ),
    who: <bdi>{change.actor.name}</bdi>,
    at: change.created_at,
    action: hasDifference ? (
      <Button variant="subtle" color="gray" size="compact-xs" aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? 'Hide details' : 'Details'}
      </Button>
    ) : undefined,
    children:
      change.comment === null && !isOpen ? undefined : (
        <>
          {change.comment !== null && <ChangeComment comment={change.comment} />}
          {isOpen && <DiffView before={change.before} after={change.after} ignore={ignored} />}
        </>
      ),
  };
}
