export type NotificationKind =
  | 'review_requested'
  | 'request_approved'
  | 'request_rejected'
  | 'request_superseded'
  | 'training_assigned'
  | 'app_connected'
  | 'app_disconnected'
  | 'address_changed'
  | 'connection_failed';

export interface FailedConnection {
  client: string;
  /** A sentence. */
  cause: string;
}

/** One line of a person's inbox. */
export interface Notification {
  id: string;
  user_id: string;
  kind: NotificationKind;
  document_id: string | null;
  change_request_id: string | null;
  deck_id: string | null;
  /** The app that was let in or shut out; absent from other lines. */
  connected_app_id?: string;
  /** Apps that have to be connected again; absent from other lines. */
  connected_app_ids?: readonly string[];
  /** The program that could not be connected, by name, and what stood in its way; absent from other lines. */
  connection?: FailedConnection;
  /** Who caused it. */
  actor_id: string;
  created_at: string;
  read_at: string | null;
}
