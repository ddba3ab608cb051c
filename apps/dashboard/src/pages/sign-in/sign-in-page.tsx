import { PageHeader } from '../../design/page-header.tsx';

export function SignInPage() {
  return <PageHeader title="Sign in" />;
}
