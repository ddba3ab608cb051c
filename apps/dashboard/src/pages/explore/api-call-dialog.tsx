import type { Wire } from '@lamppost/protocol';
import { Modal } from '@mantine/core';
import { useEnvironment } from '../../api/environment.ts';
import { CodeBlock } from '../../design/code/code-block.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import { apiCall } from '../../insights/api-call.ts';

export interface ApiCallDialogProps {
  readonly query: Wire['InsightQuery'];
  readonly onClose: () => void;
}

export function ApiCallDialog({ query, onClose }: ApiCallDialogProps) {
  const { environment } = useEnvironment();
  const options = { origin: window.location.origin, environment: environment.slug };
  return (
    <Modal opened onClose={onClose} title="Copy as API call" size="lg">
      <div className={flowStyles.stack12}>
        <p className={textStyles.note}>
          Set <code>SECRET_KEY</code> to a secret key of this project. Create keys in Settings › Keys.
        </p>
        <CodeBlock code={apiCall(query, options)} language="bash" maxHeight={480} label="API call" />
      </div>
    </Modal>
  );
}
