import type { CompleteFunnel } from '@lamppost/protocol';

type Fault = readonly [place: string, what: string];

/** Options of a funnel that do not go together, or ask for steps that there are not. */
export function funnelFaults(query: CompleteFunnel): Fault[] {
  const { view = 'steps', interval, correlate, breakdownProperty, breakdownAttribution } = query;
  const faults: (Fault | false)[] = [
    breakdownAttribution !== undefined &&
      breakdownProperty === undefined && ['breakdownAttribution', 'needs breakdownProperty'],
    breakdownProperty !== undefined && view !== 'steps' && ['breakdownProperty', 'is only supported in the steps view'],
    view === 'trend' &&
      interval === undefined && ['interval', 'must be one of hour, day, week, month: view trend needs it'],
    view !== 'trend' && interval !== undefined && ['interval', 'is only supported in the trend view'],
    view !== 'correlation' && correlate !== undefined && ['correlate', 'is only supported in the correlation view'],
    correlate !== undefined &&
      !correlate.events &&
      correlate.fields.length === 0 && ['correlate', 'must have events: true, or fields'],
  ];
  return [...faults.filter((fault) => fault !== false), ...exclusionFaults(query)];
}

function exclusionFaults({ steps, exclusions = [] }: CompleteFunnel): Fault[] {
  const lastStep = steps.length - 1;
  return exclusions.flatMap(({ fromStep, toStep }, index): Fault[] => {
    if (toStep > lastStep)
      return [[`exclusions.${index}.toStep`, `must be ${lastStep} at most: the last of the steps`]];
    if (fromStep >= lastStep) return [[`exclusions.${index}.fromStep`, `must be before the last step, ${lastStep}`]];
    return fromStep < toStep ? [] : [[`exclusions.${index}.toStep`, 'must be later than fromStep']];
  });
}
