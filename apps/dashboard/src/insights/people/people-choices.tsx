import type { Wire } from '@lamppost/protocol';
import { SegmentedControl, Select } from '@mantine/core';
import { describeSeries } from '../describe-insight.ts';
import type { Insight } from '../insight.ts';
import { letterOf } from '../letter-of.ts';

type At = Wire['InsightAt'];

export interface PeopleChoicesProps {
  readonly insight: Insight;
  readonly at: At;
  readonly onAt: (at: At) => void;
}

/** What else is behind the same point: other series, or those who only started. */
export function PeopleChoices({ insight, at, onAt }: PeopleChoicesProps) {
  if (insight.kind === 'timeseries' && insight.series.length > 1) {
    return (
      <Select
        size="xs"
        aria-label="Series"
        allowDeselect={false}
        data={insight.series.map((one, place) => ({
          value: letterOf(place),
          label: `${letterOf(place)} · ${describeSeries(one)}`,
        }))}
        value={at.series ?? letterOf(0)}
        onChange={(letter) => onAt({ ...at, series: letter ?? letterOf(0) })}
      />
    );
  }
  if (insight.kind !== 'funnel' || at.bucketIso === undefined) return null;
  const last = insight.steps.length - 1;
  return (
    <SegmentedControl
      size="xs"
      aria-label="People"
      data={[
        { value: '0', label: 'Started' },
        { value: String(last), label: 'Converted' },
      ]}
      value={String(at.step ?? last)}
      onChange={(step) => onAt({ ...at, step: Number(step) })}
    />
  );
}
