import Type from 'typebox';
import { roles } from '../roles.ts';
import { textPatterns } from '../text-patterns.ts';
import { Data, IsoTime, List, Nullable, Uuid } from './common.ts';

export const RoleName = Type.Enum([...roles]);

const Email = Type.String({ maxLength: 255, pattern: textPatterns.email.pattern });
const NewPassword = Type.String({ minLength: 8, maxLength: 256 });
const AnyPassword = Type.String({ minLength: 1, maxLength: 1024 });
const Name = Type.String({ minLength: 1, maxLength: 200 });

export const SignInBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 255, description: 'Compared without regard to case' }),
  password: AnyPassword,
});
export const PasswordBody = Type.Object({ current_password: AnyPassword, new_password: NewPassword });
export const ProfilePatch = Type.Object({ name: Type.Optional(Nullable(Name)) });

export const SessionProject = Type.Object({
  id: Uuid,
  slug: Type.String(),
  name: Type.String(),
  role: RoleName,
  timezone: Type.String({ description: "IANA name: where the project's days and weeks begin" }),
  environments: Type.Array(Type.Object({ id: Uuid, slug: Type.String(), name: Type.String() })),
});
export const SessionAnswer = Data(
  Type.Object({
    member: Type.Object({
      id: Uuid,
      email: Type.String(),
      name: Nullable(Type.String()),
      is_operator: Type.Boolean({ description: 'May use the routes of operators' }),
    }),
    projects: Type.Array(SessionProject, { description: 'By name' }),
    csrf_token: Type.String({ description: 'Goes into X-CSRF-Token of every request that is no GET' }),
    expires_at: IsoTime,
  }),
);

export const MemberRow = Type.Object({
  id: Uuid,
  email: Type.String(),
  name: Nullable(Type.String()),
  role: RoleName,
  last_signed_in_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const MemberAnswer = Data(MemberRow);
export const MembersAnswer = List(MemberRow);
export const AddMemberBody = Type.Object({ email: Email, role: RoleName });
export const MemberPatch = Type.Object({ role: Type.Optional(RoleName) });

export const NewInvitationBody = Type.Object({ email: Email, role: RoleName });
export const InvitationRow = Type.Object({
  id: Uuid,
  email: Type.String(),
  role: RoleName,
  invited_by: Type.String({ description: 'Who invited, by name' }),
  expires_at: IsoTime,
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const InvitationsAnswer = List(InvitationRow);
export const NewInvitationAnswer = Data(
  Type.Object({
    ...InvitationRow.properties,
    token: Type.String({ description: 'Shown once' }),
    link: Type.String({ description: 'Path and fragment of the page that accepts it, on this server; shown once' }),
  }),
);

export const InvitationTokenBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });
export const OpenInvitationAnswer = Data(
  Type.Object({
    email: Type.String(),
    role: RoleName,
    project: Type.Object({ slug: Type.String(), name: Type.String() }),
    invited_by: Type.String(),
    has_account: Type.Boolean({ description: 'Accepted with the password of that account, not with a new one' }),
    expires_at: IsoTime,
  }),
);
export const AcceptInvitationBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'A new one of at least 8 characters; where the email has an account, the password of that',
  }),
  name: Type.Optional(Nullable(Name)),
});
