/** Somebody who can sign in. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** May do what the operator token may. */
  readonly isOperator: boolean;
  readonly createdAtMs: number;
}

export interface Account {
  readonly member: Member;
  readonly passwordHash: string;
}
