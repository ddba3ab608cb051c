import { Button, Checkbox, Modal, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiList } from '../../../api/use-api.ts';
import styles from '../dashboards.module.css';

export interface WallDialogProps {
  /** The dashboard that is looked at: it is always shown. */
  readonly ownId: string;
  readonly onStart: (others: readonly string[], seconds: number) => void;
  readonly onClose: () => void;
}

const times = [
  { value: '15', label: '15 seconds' },
  { value: '30', label: '30 seconds' },
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
];

/** Which dashboards take turns on the wall, and for how long each is shown. */
export function WallDialog({ ownId, onStart, onClose }: WallDialogProps) {
  const list = useApiList('/v1/dashboards', { query: { is_template: false, limit: 100 } });
  const others = list.rows.filter(({ id }) => id !== ownId);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [seconds, setSeconds] = useState('30');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onStart(chosen, Number(seconds));
  };
  return (
    <Modal opened onClose={onClose} title="Rotate dashboards">
      <form className={styles.form} onSubmit={submit}>
        <Checkbox.Group
          label="Take turns with"
          description="Shown full screen after this dashboard, in this order. The address keeps the choice."
          value={[...chosen]}
          onChange={setChosen}
        >
          <div className={styles.choices}>
            {others.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} />
            ))}
            {others.length === 0 && !list.isPending && 'This project has no other dashboards.'}
          </div>
        </Checkbox.Group>
        <Select
          label="Show each for"
          data={times}
          value={seconds}
          allowDeselect={false}
          onChange={(value) => setSeconds(value ?? seconds)}
        />
        <div className={styles.formActions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen.length === 0}>
            Start
          </Button>
        </div>
      </form>
    </Modal>
  );
}
