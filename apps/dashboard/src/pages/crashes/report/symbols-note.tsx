import { useRole } from '../../../api/environment.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import type { Report } from '../fold-frames.ts';
import { missingSentence, symbolsSentence, uploadSearch } from '../missing-symbols.ts';
import styles from './report.module.css';

const MAX_NAMED = 4;

/** Why frames have no names of the source, and what to do about it. */
export function SymbolsNote({ report }: { readonly report: Report }) {
  const canUpload = useRole().can('editor');
  const { missing, failure } = report.symbols;
  const sentence = symbolsSentence(report.symbols);
  if (missing.length === 0) {
    if (sentence === undefined || failure === null) return null;
    return (
      <div className={styles.note}>
        <p>{sentence}</p>
      </div>
    );
  }
  return (
    <div className={styles.note} role="note">
      {failure !== null && <p>{sentence}</p>}
      {missing.slice(0, MAX_NAMED).map((entry) => (
        <p key={missingSentence(entry)}>
          {missingSentence(entry)}{' '}
          {canUpload ? (
            <PageLink page="/crashes" search={uploadSearch(entry)}>
              Upload it
            </PageLink>
          ) : (
            'Ask an editor to upload it.'
          )}
        </p>
      ))}
      {missing.length > MAX_NAMED && <p>And {missing.length - MAX_NAMED} more.</p>}
      <p>Frames without symbols show raw addresses or minified names. Uploads also apply to existing reports.</p>
    </div>
  );
}
