/** What an open page is told of: that it should ask about it again. */
export type LiveTopic = 'notifications' | 'containers';
