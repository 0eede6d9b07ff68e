/** What changes without a commit; pages that show it read it anew. */
export type LiveTopic = 'public_access' | 'backups' | 'markdown_mirror' | 'diagnostics' | 'search';

/** Tells whoever shows it that something has changed which no table holds. */
export interface LiveTopics {
  announce(topic: LiveTopic): void;
  /** Returns how to stop. */
  onAnnounced(listener: (topic: LiveTopic) => void): () => void;
}

export function createLiveTopics(): LiveTopics {
  const listeners = new Set<(topic: LiveTopic) => void>();
  return {
    announce(topic) {
      for (const listener of listeners) listener(topic);
    },
    onAnnounced(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
