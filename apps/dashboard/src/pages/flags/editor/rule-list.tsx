import { ActionIcon, Button, Menu, Switch, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Sentence } from '../../../conditions/sentence.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import textStyles from '../../../design/primitives/text.module.css';
import type { DraftProblems } from '../targeting/draft-problems.ts';
import { mintId } from '../targeting/mint-id.ts';
import { duplicateRule, newRule } from '../targeting/new-rule.ts';
import { ruleName, ruleParts } from '../targeting/rule-words.ts';
import { type Flag, moveRule, type Rule } from '../targeting/targeting.ts';
import { RuleEditor } from './rule-editor.tsx';
import styles from './rule-list.module.css';
import { useReorder } from './use-reorder.ts';

export interface RuleListProps {
  readonly flag: Pick<Flag, 'value_type' | 'default_value'>;
  readonly rules: readonly Rule[];
  readonly onChange: (rules: readonly Rule[]) => void;
  readonly problems: DraftProblems;
  readonly isReadOnly: boolean;
}

const MAX_RULES = 100;

/** Rules in the order in which they are tried; each a sentence that opens into an editor. */
export function RuleList({ flag, rules, onChange, problems, isReadOnly }: RuleListProps) {
  const [openId, setOpenId] = useState<string>();
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const moved = rules[from];
    if (moved === undefined) return;
    onChange(moveRule(rules, from, to));
    setSaid(`${ruleName(moved, from)} moved to position ${to + 1} of ${rules.length}.`);
    // The handle moves with its rule; React keeps the element, the browser does not always keep the focus.
    requestAnimationFrame(() => document.getElementById(`rule-handle-${moved.id}`)?.focus());
  };
  const { dragged, listRef, handleProps } = useReorder(rules.length, move);
  const replace = (index: number, rule: Rule) => onChange(rules.map((old, at) => (at === index ? rule : old)));
  const insert = (index: number, rule: Rule) => {
    onChange([...rules.slice(0, index), rule, ...rules.slice(index)]);
    setOpenId(rule.id);
  };
  return (
    <div className={flowStyles.stack12}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ol className={flowStyles.list8} ref={listRef} aria-label="Rules in evaluation order">
        {rules.map((rule, index) => {
          const name = ruleName(rule, index);
          const isOpen = openId === rule.id && !isReadOnly;
          const hasProblem = Object.keys(problems).some((place) => place.startsWith(`rules.${index}.`));
          return (
            <li
              key={rule.id}
              className={styles.rule}
              data-dragged={dragged?.from === index || undefined}
              data-drop={dropSide(dragged, index)}
              data-off={!rule.enabled || undefined}
            >
              <div className={styles.line}>
                {!isReadOnly && (
                  <Tooltip label="Drag or use the arrow keys to move">
                    <button
                      type="button"
                      id={`rule-handle-${rule.id}`}
                      className={styles.handle}
                      aria-label={`Move ${name}, number ${index + 1} of ${rules.length}`}
                      {...handleProps(index)}
                    >
                      <IconGripVertical size={16} aria-hidden />
                    </button>
                  </Tooltip>
                )}
                <span className={styles.number} aria-hidden>
                  {index + 1}
                </span>
                <div className={styles.words}>
                  {rule.name !== null && rule.name.trim() !== '' && <bdi className={styles.name}>{rule.name}</bdi>}
                  <Sentence parts={ruleParts(rule)} />
                  {!rule.enabled && <span className={styles.off}>Disabled</span>}
                  {hasProblem && !isOpen && <span className={styles.problem}>Incomplete rule</span>}
                </div>
                {!isReadOnly && (
                  <div className={styles.tools}>
                    <Switch
                      size="xs"
                      checked={rule.enabled}
                      aria-label={`${name} is ${rule.enabled ? 'on' : 'off'}`}
                      onChange={(event) => replace(index, { ...rule, enabled: event.currentTarget.checked })}
                    />
                    <Tooltip label={isOpen ? 'Close' : 'Edit'}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Edit ${name}`}
                        aria-expanded={isOpen}
                        onClick={() => setOpenId(isOpen ? undefined : rule.id)}
                      >
                        <IconPencil size={16} />
                      </ActionIcon>
                    </Tooltip>
                    <Menu position="bottom-end" width={180}>
                      <Menu.Target>
                        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
                          <IconDots size={16} />
                        </ActionIcon>
                      </Menu.Target>
                      <Menu.Dropdown>
                        <Menu.Item
                          leftSection={<IconCopy size={14} />}
                          disabled={rules.length >= MAX_RULES}
                          onClick={() => insert(index + 1, duplicateRule(rule, mintId))}
                        >
                          Duplicate
                        </Menu.Item>
                        <Menu.Item
                          leftSection={<IconArrowUp size={14} />}
                          disabled={index === 0}
                          onClick={() => move(index, index - 1)}
                        >
                          Move up
                        </Menu.Item>
                        <Menu.Item
                          leftSection={<IconArrowDown size={14} />}
                          disabled={index === rules.length - 1}
                          onClick={() => move(index, index + 1)}
                        >
                          Move down
                        </Menu.Item>
                        <Menu.Divider />
                        <Menu.Item
                          leftSection={<IconTrash size={14} />}
                          color="red"
                          onClick={() => onChange(rules.filter(({ id }) => id !== rule.id))}
                        >
                          Delete rule
                        </Menu.Item>
                      </Menu.Dropdown>
                    </Menu>
                  </div>
                )}
              </div>
              {isOpen && (
                <RuleEditor
                  rule={rule}
                  index={index}
                  valueType={flag.value_type}
                  onChange={(changed) => replace(index, changed)}
                  onDone={() => setOpenId(undefined)}
                  problems={problems}
                />
              )}
            </li>
          );
        })}
      </ol>
      {rules.length === 0 && (
        <p className={textStyles.mutedText}>No rules. The default rollout below applies to all users.</p>
      )}
      {!isReadOnly && rules.length < MAX_RULES && (
        <Button
          variant="default"
          size="xs"
          className={flowStyles.start ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => insert(rules.length, newRule(flag.value_type, flag.default_value, mintId))}
        >
          Add rule
        </Button>
      )}
    </div>
  );
}

function dropSide(dragged: { from: number; to: number } | undefined, index: number): 'before' | 'after' | undefined {
  if (dragged === undefined || dragged.to !== index || dragged.from === index) return undefined;
  return dragged.to > dragged.from ? 'after' : 'before';
}
