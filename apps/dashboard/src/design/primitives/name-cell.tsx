import flowStyles from '../layout/flow.module.css';
import styles from './name-cell.module.css';
import textStyles from './text.module.css';

/** What people call a thing, above what code calls it. */
export function NameCell({ name, code }: { readonly name: string; readonly code: string }) {
  return (
    <span className={flowStyles.lines}>
      <bdi className={textStyles.cutName}>{name}</bdi>
      <span className={styles.code}>{code}</span>
    </span>
  );
}
