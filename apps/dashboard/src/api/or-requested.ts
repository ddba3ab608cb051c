import { ApprovalRequested } from './api-problem.ts';

/** True when the edit was not made but waits for approval. */
export async function orRequested(edit: Promise<unknown>): Promise<boolean> {
  try {
    await edit;
    return false;
  } catch (error) {
    if (error instanceof ApprovalRequested) return true;
    throw error;
  }
}
