import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { EventPicker } from '../../../design/inputs/event-picker.tsx';
import { useNavigateTo } from '../../../design/layout/app-link.tsx';
import { useEventSuggestions } from '../../../insights/use-event-suggestions.ts';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import styles from './schema.module.css';

export interface NewSchemaDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Which event: one that was seen, or the name of one that is planned. */
export function NewSchemaDialog({ isOpen, onClose }: NewSchemaDialogProps) {
  const href = usePageHref();
  const navigate = useNavigateTo();
  const suggestEvents = useEventSuggestions();
  const [name, setName] = useState<string | null>(null);
  return (
    <Modal opened={isOpen} onClose={onClose} title="New schema" centered>
      <div className={styles.form}>
        <EventPicker
          value={name}
          onChange={setName}
          suggestEvents={suggestEvents}
          placeholder="Select or type a name"
        />
        <p className={styles.hint}>
          Select an existing event to start from its properties, or type the name of a planned one.
        </p>
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={name === null}
            onClick={() => {
              if (name !== null) navigate(href('/data/events/$name', { name }, { tab: 'schema' }));
            }}
          >
            Continue
          </Button>
        </div>
      </div>
    </Modal>
  );
}
