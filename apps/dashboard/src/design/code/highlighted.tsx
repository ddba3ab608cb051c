import { useMemo } from 'react';
import { type CodeLanguage, highlight } from './highlight.ts';
import styles from './highlighted.module.css';

/** Code as coloured words. */
export function Highlighted({ code, language }: { readonly code: string; readonly language: CodeLanguage }) {
  const tokens = useMemo(() => highlight(code, language), [code, language]);
  return tokens.map((token) => (
    <span key={token.start} className={styles[token.kind]}>
      {token.text}
    </span>
  ));
}
