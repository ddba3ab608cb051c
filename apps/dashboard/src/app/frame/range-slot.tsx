import { RangePicker } from '../../design/range-picker/range-picker.tsx';
import { useRange } from '../../navigation/use-range.ts';
import { useRangeReleases } from '../../navigation/use-range-releases.ts';

/** The range that all pages share. */
export function RangeSlot() {
  const [range, setRange] = useRange();
  return <RangePicker value={range} onChange={setRange} {...useRangeReleases()} />;
}
