import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { useRowIds } from '../../../design/inputs/use-row-ids.ts';
import textStyles from '../../../design/primitives/text.module.css';
import { PersonFilters } from '../../../insights/person-filters.tsx';
import { type CohortDraft, type CohortKind, emptyRule, MAX_RULES, type RuleDraft } from './cohort-draft.ts';
import styles from './definition.module.css';
import { RuleField } from './rule-field.tsx';

export interface DefinitionFieldProps {
  readonly kind: CohortKind;
  readonly draft: CohortDraft;
  readonly onChange: (draft: CohortDraft) => void;
}

/** Who is in the cohort. */
export function DefinitionField({ kind, draft, onChange }: DefinitionFieldProps) {
  if (kind === 'behaviour') return <BehaviourField draft={draft} onChange={onChange} />;
  if (kind === 'attributes') {
    return (
      <fieldset className={styles.definition}>
        <legend className={styles.legend}>People whose latest event matches</legend>
        <PersonFilters filters={draft.filters} onChange={(filters) => onChange({ ...draft, filters })} />
      </fieldset>
    );
  }
  return <p className={textStyles.note}>You can add user ids or import a CSV file after you create the cohort.</p>;
}

function BehaviourField({ draft, onChange }: Omit<DefinitionFieldProps, 'kind'>) {
  const { match, rules } = draft;
  const { ids, removed } = useRowIds(rules.length);
  const replace = (index: number, rule: RuleDraft) =>
    onChange({ ...draft, rules: rules.map((old, at) => (at === index ? rule : old)) });
  return (
    <fieldset className={styles.definition}>
      <legend className={styles.legend}>People who</legend>
      {rules.length > 1 && (
        <SegmentedTabs
          label="Conditions that must match"
          look="pills"
          tabs={[
            { value: 'all', label: 'Match all' },
            { value: 'any', label: 'Match any' },
          ]}
          value={match}
          onChange={(chosen) => onChange({ ...draft, match: chosen })}
        />
      )}
      <ul className={styles.rules} aria-label="Conditions">
        {rules.map((rule, index) => (
          <RuleField
            key={ids[index]}
            rule={rule}
            join={index === 0 ? undefined : match === 'all' ? 'and' : 'or'}
            onChange={(changed) => replace(index, changed)}
            onRemove={
              rules.length === 1
                ? undefined
                : () => {
                    removed(index);
                    onChange({ ...draft, rules: rules.filter((_, at) => at !== index) });
                  }
            }
          />
        ))}
      </ul>
      {rules.length < MAX_RULES && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange({ ...draft, rules: [...rules, emptyRule] })}
        >
          Add condition
        </Button>
      )}
    </fieldset>
  );
}
