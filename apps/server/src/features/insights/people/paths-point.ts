import type { PathsNode } from '../queries/people/people-behind.ts';
import { shownValue } from '../queries/people/shown-value.ts';
import type { PointReader } from './point-reader.ts';

const ID = /^([1-6]):(.+)$/s;

export const pathsPoint: PointReader<'paths'> = {
  members: ['node', 'source', 'target'],
  takes: {
    kind: 'any',
    startEvent: 'any',
    endEvent: 'any',
    depth: 'any',
    range: 'any',
    filters: 'any',
    excludeEvents: 'any',
    hideSystemEvents: 'any',
    nodeProperty: 'any',
    groups: 'any',
  },
  read({ depth }, { node, source, target }, blame) {
    const nodeOf = (member: 'node' | 'source' | 'target', id: string): PathsNode => {
      const [, step = '1', name = ''] = ID.exec(id) ?? [];
      const shown = shownValue(name);
      if (name === '' || shown.of === 'missing' || Number(step) > depth) {
        blame(member, `must be a node of the first ${depth} steps, for example 1:open`);
      }
      return { step: Number(step) - 1, event: shown.of === 'value' ? shown.value : null };
    };
    if (node !== undefined) {
      if (source !== undefined) blame('source', "can't be combined with node: use a node or a link");
      if (target !== undefined) blame('target', "can't be combined with node: use a node or a link");
      return { node: nodeOf('node', node) };
    }
    if (source === undefined && target === undefined) blame('node', 'is required, or source and target of a link');
    else if (source === undefined) blame('source', 'is required with target');
    else if (target === undefined) blame('target', 'is required with source');
    const [first, next] = [nodeOf('source', source ?? '1:'), nodeOf('target', target ?? '1:')];
    if (next.step !== first.step + 1) blame('target', 'must be a node of the step behind that of source');
    return { node: first, next };
  },
};
