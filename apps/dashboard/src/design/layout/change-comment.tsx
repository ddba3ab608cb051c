import styles from './change-comment.module.css';

/** What whoever made a change said about it. */
export function ChangeComment({ comment }: { readonly comment: string }) {
  return (
    <blockquote className={styles.comment} dir="auto">
      {comment}
    </blockquote>
  );
}
