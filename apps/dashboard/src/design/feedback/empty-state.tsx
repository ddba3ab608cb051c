import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CodeBlock, type CodeLanguage } from '../code/code-block.tsx';
import styles from './states.module.css';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  /** What is not here yet, in one sentence. */
  readonly title: string;
  /** What would be here, and how it comes to be. */
  readonly children?: ReactNode;
  /** Something to paste that makes it not empty. */
  readonly snippet?: { readonly code: string; readonly language: CodeLanguage } | undefined;
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, snippet, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden>
        {icon ?? <IconInbox size={28} stroke={1.4} />}
      </span>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      {snippet !== undefined && (
        <div className={styles.snippet}>
          <CodeBlock code={snippet.code} language={snippet.language} />
        </div>
      )}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
