import type { CompleteInsightQuery } from '@lamppost/protocol';
import { Modal } from '@mantine/core';
import { useEnvironment } from '../../api/environment.ts';
import { CodeBlock } from '../../design/values/code-block.tsx';
import { apiCall } from '../../insights/api-call.ts';
import { letterOf } from '../../insights/queries-of-insight.ts';
import styles from './explore.module.css';

export interface ApiCallDialogProps {
  readonly queries: readonly CompleteInsightQuery[];
  readonly onClose: () => void;
}

export function ApiCallDialog({ queries, onClose }: ApiCallDialogProps) {
  const { environment } = useEnvironment();
  const options = { origin: window.location.origin, environment: environment.slug };
  return (
    <Modal opened onClose={onClose} title="Copy as API call" size="lg">
      <div className={styles.dialog}>
        <p className={styles.words}>
          Set <code>SECRET_KEY</code> to a secret key of this project. Create keys in Settings → Keys.
        </p>
        {queries.map((query, index) => (
          <CodeBlock
            key={letterOf(index)}
            code={apiCall(query, options)}
            language="bash"
            maxHeight={queries.length === 1 ? 480 : 240}
            label={queries.length === 1 ? 'API call' : `API call for ${letterOf(index)}`}
          />
        ))}
      </div>
    </Modal>
  );
}
