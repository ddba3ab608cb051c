import { Fragment, useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useApi } from '../../api/use-api.ts';
import { CodeBlock } from '../../design/code/code-block.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
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
  const { data: sdks = [] } = useApi('/v1/sdks', {}, { isLive: false, staleTime: Infinity });
  const newest = sdks.filter((sdk) => sdk.newest);
  const { parts, words, needsSecretKey } = snippetFor(kind, {
    key: apiKey ?? `lp_pub_${environment.slug}_…`,
    secretKey: secretKey ?? `lp_sec_${environment.slug}_…`,
    url: window.location.origin,
    sdkPaths: Object.fromEntries(newest.map((sdk) => [sdk.package, sdk.path])),
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
      {parts.map(({ language, alternative, ...part }) => (
        <div key={part.title} className={flowStyles.shrink}>
          {[part, ...(alternative === undefined ? [] : [alternative])].map(({ title, code }) => (
            <Fragment key={title}>
              <p className={styles.label}>{title}</p>
              <CodeBlock code={code} language={language} label={`${snippetLabels[kind]}: ${title}`} />
            </Fragment>
          ))}
        </div>
      ))}
      {needsSecretKey && <SecretKeyNeed isMade={secretKey !== undefined} onKey={setSecretKey} />}
      <p className={styles.words}>{words}</p>
    </Step>
  );
}
