import { notifyOf } from '../../../control/postgres/notifications.ts';

/** Edges remember devices with the users on them: every change of one is told. One that is new is remembered nowhere. */
export const personTriggers = `
CREATE FUNCTION tell_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${notifyOf('device', "old.environment_id || ' ' || old.device_id")}
  RETURN NULL;
END $$;
CREATE TRIGGER tell_device AFTER DELETE ON devices FOR EACH ROW EXECUTE FUNCTION tell_device();
CREATE TRIGGER tell_device_update AFTER UPDATE ON devices FOR EACH ROW
  WHEN (old.revision <> new.revision) EXECUTE FUNCTION tell_device();

CREATE FUNCTION tell_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${notifyOf('user', "old.environment_id || ' ' || old.user_id")}
  RETURN NULL;
END $$;
CREATE TRIGGER tell_user AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION tell_user();
CREATE TRIGGER tell_user_update AFTER UPDATE ON users FOR EACH ROW
  WHEN (old.revision <> new.revision) EXECUTE FUNCTION tell_user();

CREATE FUNCTION tell_groups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN ${notifyOf('groups', "old.project_id || ' ' || old.user_id")}
  ELSE ${notifyOf('groups', "new.project_id || ' ' || new.user_id")} END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_groups AFTER INSERT OR UPDATE OR DELETE ON user_groups FOR EACH ROW EXECUTE FUNCTION tell_groups();
`;
