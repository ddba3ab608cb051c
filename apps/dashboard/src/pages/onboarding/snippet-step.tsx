import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { CodeBlock } from '../../design/values/code-block.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { oneOf, usePageSearch } from '../../navigation/use-page-search.ts';
import styles from './onboarding.module.css';
import { SecretKeyNeed } from './secret-key-need.tsx';
import { snippetFor, snippetKinds, snippetLabels } from './snippets.ts';
import { Step } from './step.tsx';

export interface SnippetStepProps {
  /** Undefined until there is one: then the place where it belongs is shown. */
  readonly apiKey: string | undefined;
  readonly isDone: boolean;
}

const readSearch = (raw: Readonly<Record<string, unknown>>) => ({ with: oneOf(raw.with, snippetKinds, 'browser') });

export function SnippetStep({ apiKey, isDone }: SnippetStepProps) {
  const { environment } = useEnvironment();
  const href = usePageHref();
  const [{ with: kind }, change] = usePageSearch(readSearch);
  const [secretKey, setSecretKey] = useState<string>();
  const { parts, words, needsSecretKey } = snippetFor(kind, {
    key: apiKey ?? `lp_pub_${environment.slug}_…`,
    secretKey: secretKey ?? `lp_sec_${environment.slug}_…`,
    url: window.location.origin,
  });
  return (
    <Step number={2} title="Send an event" isDone={isDone}>
      <SegmentedTabs
        label="Platform"
        look="pills"
        tabs={snippetKinds.map((value) => ({
          value,
          label: snippetLabels[value],
          href: href('/onboarding', { with: value }),
        }))}
        value={kind}
        onChange={(value) => change({ with: value })}
      />
      {parts.map(({ title, language, code }) => (
        <div key={title} className={styles.part}>
          <p className={styles.label}>{title}</p>
          <CodeBlock code={code} language={language} label={`${snippetLabels[kind]}: ${title}`} />
        </div>
      ))}
      {needsSecretKey && <SecretKeyNeed isMade={secretKey !== undefined} onKey={setSecretKey} />}
      <p className={styles.words}>{words}</p>
    </Step>
  );
}
