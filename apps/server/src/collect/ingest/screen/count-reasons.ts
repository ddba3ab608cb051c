import type { RejectReason } from './reject-reasons.ts';

export function countReasons(rejections: readonly { readonly reason: RejectReason }[]): Map<RejectReason, number> {
  const counts = new Map<RejectReason, number>();
  for (const { reason } of rejections) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}
