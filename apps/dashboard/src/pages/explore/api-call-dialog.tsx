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
          Put a secret key of this project into <code>SECRET_KEY</code>. Keys are made in the settings of the project.
        </p>
        {queries.map((query, index) => (
          <CodeBlock
            key={letterOf(index)}
            code={apiCall(query, options)}
            language="bash"
            maxHeight={queries.length === 1 ? 480 : 240}
            label={queries.length === 1 ? 'API call' : `API call of ${letterOf(index)}`}
          />
        ))}
      </div>
    </Modal>
  );
}
