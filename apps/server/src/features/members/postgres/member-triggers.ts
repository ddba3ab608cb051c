import { notifyOf } from '../../../control/postgres/notifications.ts';

/** Edges remember who is signed in and what they may do: what ends on one has ended on all. */
export const memberTriggers = `
CREATE FUNCTION tell_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${notifyOf('member', 'old.id')}
  RETURN NULL;
END $$;
CREATE TRIGGER tell_member AFTER DELETE ON members FOR EACH ROW EXECUTE FUNCTION tell_member();
CREATE TRIGGER tell_member_update AFTER UPDATE ON members FOR EACH ROW
  WHEN (old.last_signed_in_at IS NOT DISTINCT FROM new.last_signed_in_at) EXECUTE FUNCTION tell_member();

CREATE FUNCTION tell_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN ${notifyOf('member', 'old.member_id')}
  ELSE ${notifyOf('member', 'new.member_id')} END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_membership AFTER INSERT OR UPDATE OR DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION tell_membership();
CREATE TRIGGER tell_session AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_membership();
`;
