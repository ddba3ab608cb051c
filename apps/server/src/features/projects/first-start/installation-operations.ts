import { operatorActor } from '../../../control/actor.ts';
import { writing } from '../../../control/operation.ts';
import type { Sql } from '../../../engines/sqlite/sql.ts';
import { countMembers, grantRole, insertMember } from '../../members/member-operations.ts';
import { insertProject } from '../project-operations.ts';
import type { Project } from '../project-store.ts';
import type { NewInstallation } from './installation-store.ts';

export function installationOperations(sql: Sql) {
  return {
    'operators.addToken': writing((hash: string): void => addOperatorToken(sql, hash)),
    'installation.begin': writing((installation: NewInstallation): Project | undefined => {
      if (countMembers(sql) > 0) return undefined;
      const project = insertProject(sql, installation.project.id, installation.project, operatorActor);
      const owner = insertMember(sql, { ...installation.owner, isOperator: true }, operatorActor);
      grantRole(sql, owner.id, project.id, 'owner', operatorActor);
      addOperatorToken(sql, installation.operatorTokenHash);
      return project;
    }),
  };
}

function addOperatorToken(sql: Sql, hash: string): void {
  const text = 'INSERT INTO operator_tokens (hash, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING';
  sql.run(text, hash, Date.now());
}
