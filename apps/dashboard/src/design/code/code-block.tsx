import { CopyButton } from '../inputs/copy-button.tsx';
import styles from './code-block.module.css';
import type { CodeLanguage } from './highlight.ts';
import { Highlighted } from './highlighted.tsx';

export type { CodeLanguage } from './highlight.ts';

export interface CodeBlockProps {
  readonly code: string;
  readonly language?: CodeLanguage | undefined;
  /** Scrolls inside above this height. */
  readonly maxHeight?: number | undefined;
  /** Names the block for screen readers: "Example request". */
  readonly label?: string | undefined;
}

export function CodeBlock({ code, language = 'text', maxHeight, label = 'Code' }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <figure className={styles.scroll} style={{ maxHeight }} tabIndex={0} aria-label={label}>
        <pre className={styles.pre}>
          <code>
            <Highlighted code={code} language={language} />
          </code>
        </pre>
      </figure>
      <div className={styles.copy}>
        <CopyButton text={code} label="Copy code" />
      </div>
    </div>
  );
}
