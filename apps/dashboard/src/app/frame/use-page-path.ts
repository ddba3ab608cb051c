import { useLocation } from '@tanstack/react-router';

/** The address without project and environment: `/flags/checkout`. */
export function usePagePath(): string {
  return useLocation({ select: ({ pathname }) => pathname.replace(/^\/p\/[^/]+\/[^/]+/, '') });
}
