import { Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { CodeBlock } from '../../../design/code/code-block.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import type { Flag } from '../targeting/targeting.ts';
import { flagSnippet, type SnippetSdk, snippetSdks } from './flag-snippet.ts';

const labels: Readonly<Record<SnippetSdk, string>> = {
  browser: 'Browser',
  react: 'React',
  'react-native': 'React Native',
  node: 'Node',
};

/** How an app reads this flag. The SDK that was chosen is kept in the browser. */
export function SnippetPanel({ flag }: { readonly flag: Flag }) {
  const [kept, setKept] = useLocalStorage<SnippetSdk>({ key: 'lamppost.flag-snippet', defaultValue: 'browser' });
  const sdk = snippetSdks.find((each) => each === kept) ?? 'browser';
  return (
    <Panel title="Use in code">
      <Stack gap="sm" align="stretch">
        <SegmentedTabs
          label="SDK"
          look="pills"
          tabs={snippetSdks.map((value) => ({ value, label: labels[value] }))}
          value={sdk}
          onChange={setKept}
        />
        <CodeBlock code={flagSnippet(sdk, flag)} language="js" label={`${labels[sdk]}: read ${flag.key}`} />
      </Stack>
    </Panel>
  );
}
