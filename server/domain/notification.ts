export type NotificationKind =
  | 'review_requested'
  | 'request_approved'
  | 'request_rejected'
  | 'request_superseded'
  | 'training_assigned';

/** One line of a person's inbox. */
export interface Notification {
  id: string;
  user_id: string;
  kind: NotificationKind;
  document_id: string | null;
  change_request_id: string | null;
  deck_id: string | null;
  /** Who caused it. */
  actor_id: string;
  created_at: string;
  read_at: string | null;
}
