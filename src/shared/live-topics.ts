/** The data that an open page requests again when it receives this topic. */
export type LiveTopic = 'notifications' | 'containers';
