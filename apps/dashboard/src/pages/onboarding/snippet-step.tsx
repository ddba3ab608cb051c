import { useEnvironment } from '../../api/environment.ts';
import { CodeBlock } from '../../design/code-block.tsx';
import { SegmentedTabs } from '../../design/segmented-tabs.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { oneOf, usePageSearch } from '../../navigation/use-page-search.ts';
import styles from './onboarding.module.css';
import { snippetKinds, snippetLabels, snippetsFor } from './snippets.ts';
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
  const input = { key: apiKey ?? `lp_pub_${environment.slug}_…`, url: window.location.origin };
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
      {snippetsFor(kind, input).map(({ title, language, code }) => (
        <div key={title} className={styles.part}>
          <p className={styles.label}>{title}</p>
          <CodeBlock code={code} language={language} label={`${snippetLabels[kind]}: ${title}`} />
        </div>
      ))}
      {kind !== 'curl' && (
        <p className={styles.words}>
          The SDK keeps events on the device until the server has them on disk, and counts each once.
        </p>
      )}
    </Step>
  );
}
