import { type Describe, textOf } from './sentence.ts';

/** Who became what in the project, and who left it. */
export const roleChange: Describe = ({ action, actor, entity_id: id, entity_key: subject, before, after }) => {
  if (action === 'removed') {
    return actor.id === id
      ? { before: 'Left the project:', subject, after: '' }
      : { before: 'Removed', subject, after: 'from the project' };
  }
  const role = textOf(after?.role);
  if (before === null) return { before: 'Made', subject, after: `${role} of the project` };
  return { before: 'Changed the role of', subject, after: `from ${textOf(before.role)} to ${role}` };
};
