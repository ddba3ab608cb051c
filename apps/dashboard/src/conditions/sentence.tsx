import type { SentencePart } from './condition-parts.ts';
import styles from './sentence.module.css';

/** A rule as it is read: what somebody has chosen stands out, the words between do not. */
export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return (
    <span className={styles.sentence}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words of a sentence have no other name than their place
        <span key={index} className={styles[part.kind]}>
          {part.kind === 'word' ? part.text : <bdi>{part.text}</bdi>}{' '}
        </span>
      ))}
    </span>
  );
}
