import { operatorActor } from '../../../control/actor.ts';
import { writing } from '../../../control/operation.ts';
import type { Db } from '../../../control/sql/db.ts';
import { countMembers, grantRole, insertMember } from '../../members/member-operations.ts';
import { insertProject } from '../project-operations.ts';
import type { Project } from '../project-store.ts';
import { INSERT_OPERATOR_TOKEN } from './installation-statements.ts';
import type { NewInstallation } from './installation-store.ts';

export const installationOperations = {
  begin: writing(async (db, installation: NewInstallation): Promise<Project | undefined> => {
    if ((await countMembers(db)) > 0) return undefined;
    const project = await insertProject(db, installation.project.id, installation.project, operatorActor);
    const owner = await insertMember(db, { ...installation.owner, isOperator: true }, operatorActor);
    await grantRole(db, owner.id, project.id, 'owner', operatorActor);
    await addOperatorToken(db, installation.operatorTokenHash);
    return project;
  }),
};

export const operatorOperations = {
  addToken: writing(addOperatorToken),
};

async function addOperatorToken(db: Db, hash: string): Promise<void> {
  await db.run(INSERT_OPERATOR_TOKEN, { hash, atMs: Date.now() });
}
