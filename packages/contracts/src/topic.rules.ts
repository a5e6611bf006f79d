/**
 * A topic is one thing whose events and presence only the screens hear that show it: the kind of the thing and its id. A room
 * adds its kind here. A kind that is not listed can't be watched, so that nobody hears what is addressed to a person.
 */
export const topicKinds = ['conversation'] as const

export type Topic = `${(typeof topicKinds)[number]}:${string}`

export function isTopic(text: string): text is Topic {
  return topicKinds.some((kind) => text.startsWith(`${kind}:`) && text.length > kind.length + 1)
}

export function conversationTopic(conversationId: string): Topic {
  return `conversation:${conversationId}`
}

/** The id of the conversation that a topic is of; null where it is of another thing. */
export function conversationOf(topic: string): string | null {
  return topic.startsWith('conversation:') ? topic.slice('conversation:'.length) : null
}
