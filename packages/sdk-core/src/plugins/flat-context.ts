import type { Core } from '../core.ts';

/** Circumstances as crash reports and metrics say them. */
export function flatContext({ platform: { facts }, options: { app }, state }: Core): Record<string, unknown> {
  return {
    platform: facts.platform,
    app_version: app?.version ?? '',
    build_number: app?.build,
    os_version: facts.os_version,
    device_model: facts.model,
    country: facts.country,
    user_id: state.user.id,
    session_id: state.session?.id,
    device_id: state.device.id,
    active_flags: state.flags,
    active_experiments: state.experiments,
  };
}
