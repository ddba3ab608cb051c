import { AppLink } from '../../../design/app-link.tsx';
import { DiffView } from '../../../design/diff-view/diff-view.tsx';
import type { HistoryEntry } from '../../../design/history-list.tsx';
import type { Place } from '../../../navigation/page-path.ts';
import { changeHref } from './change-href.ts';
import { changeSentence } from './change-sentence.ts';
import styles from './changes.module.css';
import type { Change } from './sentence.ts';

const ignored = ['updated_at', 'created_at', 'id', 'version'];

/** A line of the log: the sentence, who, when, and the difference when it is asked for. */
export function changeEntry(change: Change, environment: string | undefined, place: Place): HistoryEntry {
  const { before, subject, after } = changeSentence(change, environment);
  const href = changeHref(change, place);
  return {
    id: change.id,
    title: (
      <span>
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
      </span>
    ),
    who: <bdi>{change.actor.name}</bdi>,
    at: change.created_at,
    children:
      change.before === null && change.after === null ? undefined : (
        <details className={styles.difference}>
          <summary>{change.before === null ? 'What was made' : 'What changed'}</summary>
          <DiffView before={change.before} after={change.after} ignore={ignored} />
        </details>
      ),
  };
}
