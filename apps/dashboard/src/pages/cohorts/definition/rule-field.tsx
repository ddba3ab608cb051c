import { ActionIcon, Button, NumberInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import flowStyles from '../../../design/layout/flow.module.css';
import { ChoicePill } from '../../../insights/builders/choice-pill.tsx';
import { type Deed, emptyDeed, type RuleDraft } from './cohort-draft.ts';
import { DeedField } from './deed-field.tsx';
import styles from './definition.module.css';
import { WithinPill } from './within-pill.tsx';

const kinds = [
  { value: 'did', label: 'did' },
  { value: 'did_not', label: 'did not do' },
  { value: 'sequence', label: 'did in sequence' },
] as const;

const counts = [
  { value: 'gte', label: 'at least' },
  { value: 'lte', label: 'at most' },
  { value: 'eq', label: 'exactly' },
] as const;

const MAX_STEPS = 10;

export interface RuleFieldProps {
  readonly rule: RuleDraft;
  /** Stands in front: "and", "or". */
  readonly join: string | undefined;
  readonly onChange: (rule: RuleDraft) => void;
  readonly onRemove: (() => void) | undefined;
}

/** One condition as a sentence: did · purchase · at least 3 times · in the last 30 days. */
export function RuleField({ rule, join, onChange, onRemove }: RuleFieldProps) {
  const { kind, steps, within } = rule;
  const change = (part: Partial<RuleDraft>) => onChange({ ...rule, ...part });
  return (
    <li className={styles.rule}>
      <div className={styles.lines}>
        <div className={flowStyles.row6}>
          {join !== undefined && <span className={styles.join}>{join}</span>}
          <ChoicePill
            label="Condition"
            value={kind}
            choices={kinds}
            onChange={(chosen) =>
              change(
                chosen === 'sequence' && kind !== 'sequence'
                  ? { kind: chosen, thenNot: rule.thenNot ?? emptyDeed }
                  : { kind: chosen },
              )
            }
          />
          {kind !== 'sequence' && (
            <DeedField label="Event" deed={steps[0] ?? emptyDeed} onChange={(deed) => change({ steps: [deed] })} />
          )}
          {kind === 'did' && (
            <>
              <ChoicePill label="Comparison" value={rule.op} choices={counts} onChange={(op) => change({ op })} />
              <NumberInput
                size="xs"
                w={72}
                min={0}
                max={1_000_000}
                allowDecimal={false}
                allowNegative={false}
                aria-label="Times"
                value={rule.count}
                onChange={(typed) => change({ count: Number(typed) || 0 })}
              />
              <span className={styles.word}>{rule.count === 1 ? 'time' : 'times'}</span>
            </>
          )}
          {kind !== 'sequence' && <WithinPill value={within} onChange={(range) => change({ within: range })} />}
        </div>
        {kind === 'sequence' && <SequenceLines rule={rule} change={change} />}
      </div>
      {onRemove !== undefined && <Remove label="Remove condition" onClick={onRemove} />}
    </li>
  );
}

interface SequenceLinesProps {
  readonly rule: RuleDraft;
  readonly change: (part: Partial<RuleDraft>) => void;
}

function SequenceLines({ rule: { steps, thenNot, within }, change }: SequenceLinesProps) {
  const replace = (index: number, deed: Deed) => change({ steps: steps.map((old, at) => (at === index ? deed : old)) });
  return (
    <>
      {steps.map((deed, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be the same; their place is their name
        <Step key={index} word={index === 0 ? 'first' : 'then'}>
          <DeedField label={`Step ${index + 1}`} deed={deed} onChange={(changed) => replace(index, changed)} />
          {steps.length > 1 && (
            <Remove
              label={`Remove step ${index + 1}`}
              onClick={() => change({ steps: steps.filter((_, at) => at !== index) })}
            />
          )}
        </Step>
      ))}
      {thenNot !== undefined && (
        <Step word="then not">
          <DeedField label="Event that did not follow" deed={thenNot} onChange={(deed) => change({ thenNot: deed })} />
          <Remove label="Remove the event that did not follow" onClick={() => change({ thenNot: undefined })} />
        </Step>
      )}
      <div className={flowStyles.row6}>
        {steps.length < MAX_STEPS && (
          <AddButton onClick={() => change({ steps: [...steps, emptyDeed] })}>Add step</AddButton>
        )}
        {thenNot === undefined && <AddButton onClick={() => change({ thenNot: emptyDeed })}>Add “then not”</AddButton>}
        <WithinPill value={within} onChange={(range) => change({ within: range })} />
      </div>
    </>
  );
}

function Step({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  return (
    <div className={flowStyles.row6}>
      <span className={styles.step}>{word}</span>
      {children}
    </div>
  );
}

function AddButton({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <Button size="compact-xs" variant="subtle" color="gray" leftSection={<IconPlus size={12} />} onClick={onClick}>
      {children}
    </Button>
  );
}

function Remove({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        <IconX size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
