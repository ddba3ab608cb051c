import { Checkbox, Select } from '@mantine/core';
import { useApiList } from '../../../api/use-api.ts';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
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

interface Rotation {
  readonly others: string[];
  readonly seconds: string;
}

/** Which dashboards take turns on the wall, and for how long each is shown. */
export function WallDialog({ ownId, onStart, onClose }: WallDialogProps) {
  const list = useApiList('/v1/dashboards', { query: { is_template: false, limit: 100 } });
  const others = list.rows.filter(({ id }) => id !== ownId);
  const initial: Rotation = { others: [], seconds: '30' };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Rotate dashboards"
      action="Start"
      initial={initial}
      canSubmit={(chosen) => chosen.others.length > 0}
      onSubmit={async (chosen) => onStart(chosen.others, Number(chosen.seconds))}
    >
      {(form) => (
        <>
          <Checkbox.Group
            label="Dashboards in the rotation"
            description="Shown full screen after this dashboard, in this order. The selection is saved in the URL."
            {...form.getInputProps('others')}
          >
            <div className={styles.choices}>
              {others.map(({ id, name }) => (
                <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} />
              ))}
              {others.length === 0 && !list.isPending && 'This project has no other dashboards.'}
            </div>
          </Checkbox.Group>
          <Select label="Show each for" data={times} allowDeselect={false} {...form.getInputProps('seconds')} />
        </>
      )}
    </FormDialog>
  );
}
