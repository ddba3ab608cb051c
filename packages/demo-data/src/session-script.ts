import type { BugKey } from './crash-bugs.ts';

export type StepKind =
  | 'session_start'
  | 'app_installed'
  | 'notification_opened'
  | 'view'
  | 'onboarding_completed'
  | 'flag_exposure'
  | 'experiment_exposure'
  | 'search_performed'
  | 'recipe_viewed'
  | 'recipe_saved'
  | 'recipe_shared'
  | 'cooking_started'
  | 'cooking_finished'
  | 'cart_item_added'
  | 'cart_item_removed'
  | 'checkout_started'
  | 'delivery_slot_chosen'
  | 'coupon_applied'
  | 'payment_failed'
  | 'purchase'
  | 'signed_up'
  | 'identify'
  | 'plus_trial_started'
  | 'support_chat_opened'
  | 'review_submitted';

export interface Step {
  readonly kind: StepKind;
  /** Since the start of the session. */
  readonly afterMs: number;
  /** Name of the screen for a view, key of the flag or experiment for an exposure, otherwise empty. */
  readonly subject: string;
}

/** What happens in one session, without the details that no later step depends on. */
export interface SessionScript {
  readonly steps: readonly Step[];
  /** The bug that ended the session. */
  readonly crash: BugKey | undefined;
}
