import styles from './name-cell.module.css';

/** What people call a thing, above what code calls it. */
export function NameCell({ name, code }: { readonly name: string; readonly code: string }) {
  return (
    <span className={styles.cell}>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.code}>{code}</span>
    </span>
  );
}
