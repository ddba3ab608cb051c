import { ActionIcon, Button, NumberInput, Radio, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { JsonField } from '../../../design/inputs/json-field.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import textStyles from '../../../design/primitives/text.module.css';
import type { FormProblems, VariantDraft } from './experiment-draft.ts';
import styles from './experiment-form.module.css';

export interface VariantFieldsProps {
  readonly variant: VariantDraft;
  readonly index: number;
  readonly problems: FormProblems;
  readonly onChange: (part: Partial<VariantDraft>) => void;
  readonly onControl: () => void;
  readonly onRemove: (() => void) | undefined;
}

export function VariantFields({ variant, index, problems, onChange, onControl, onRemove }: VariantFieldsProps) {
  const hasPayload = Object.keys((variant.payload as object | undefined) ?? {}).length > 0;
  const [isOpen, setIsOpen] = useState(hasPayload);
  const problemOf = (name: string) => problems[`variants.${index}.${name}`];
  const title = variant.name || variant.key || `Variant ${index + 1}`;
  return (
    <fieldset className={styles.card} aria-label={`Variant ${index + 1}`}>
      <div className={styles.variant}>
        <TextInput
          label="Key"
          size="xs"
          value={variant.key}
          maxLength={64}
          spellCheck={false}
          classNames={{ input: textStyles.mono ?? '' }}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
          error={problemOf('key')}
        />
        <TextInput
          label="Name"
          size="xs"
          value={variant.name}
          maxLength={200}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={problemOf('name')}
        />
        <NumberInput
          label="Weight"
          size="xs"
          value={variant.weight}
          min={0}
          max={100}
          decimalScale={2}
          suffix=" %"
          onChange={(typed) => onChange({ weight: typeof typed === 'number' ? typed : 0 })}
          error={problemOf('weight')}
        />
        <div className={styles.variantTools}>
          <Radio
            size="xs"
            label="Control"
            aria-label={`${title} is the control`}
            checked={variant.isControl}
            onChange={onControl}
          />
          {onRemove !== undefined && (
            <Tooltip label="Remove variant">
              <ActionIcon variant="subtle" color="gray" aria-label={`Remove variant ${title}`} onClick={onRemove}>
                <IconTrash size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
      {isOpen ? (
        <JsonField
          label="Payload"
          description="Sent to the app with the variant"
          value={variant.payload}
          onChange={(payload) => onChange({ payload })}
          error={problemOf('payload')}
          minRows={3}
        />
      ) : (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={flowStyles.start ?? ''}
          onClick={() => setIsOpen(true)}
        >
          Add a payload
        </Button>
      )}
    </fieldset>
  );
}
