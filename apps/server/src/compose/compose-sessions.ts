import { SessionCache } from '../edge/sessions/session-cache.ts';
import { hashPassword, verifyPassword } from '../features/members/argon2-passwords.ts';
import { BoundedPasswords } from '../features/members/bounded-passwords.ts';
import { BrowserCookie } from '../features/members/browser-cookie.ts';
import { Invitations } from '../features/members/invitations.ts';
import { SignIn } from '../features/members/sign-in.ts';
import { visitorOf } from '../features/members/visitor-of.ts';
import { callerAddress } from '../http/access/caller-address.ts';
import { SessionCookie } from '../http/access/session-cookie.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Storage } from './open-storage.ts';

const rememberedSessions = 10_000;

/** How members sign in, and how they are known afterwards. */
export function composeSessions({ control }: Storage, settings: Settings, logger: Logger) {
  const nowMs = Date.now;
  const passwords = new BoundedPasswords({ hash: hashPassword, verify: verifyPassword });
  const signIn = new SignIn({ members: control.members, passwords, nowMs });
  const sessionCache = new SessionCache({
    sessions: control.sessions,
    remembered: rememberedSessions,
    nowMs,
    onNoteFailed: (error) => logger.warn({ err: error }, 'Could not save the last activity of a session'),
  });
  const browserCookie = new BrowserCookie(settings.publicUrl);
  return {
    members: control.members,
    sessionCache,
    signIn,
    passwords,
    invitations: new Invitations({ invitations: control.invitations, passwords, signIn, nowMs }),
    cookie: new SessionCookie(settings.publicUrl),
    browserCookie,
    visitorOf: visitorOf(callerAddress(settings.clientAddressHeader), browserCookie),
  };
}
