/**
 * A topic is the kind and the id of one item. Only the sockets that watch it receive its events and presence. A room adds
 * its kind here. A socket cannot watch a kind that is not listed, so it cannot receive the events addressed to one person.
 */
export const topicKinds = ['conversation', 'campaign', 'review', 'board'] as const

export type Topic = `${(typeof topicKinds)[number]}:${string}`

/** The audience of the events that only the wallboard shows, so that no other screen receives them. */
export const BOARD_TOPIC: Topic = 'board:live'

export function isTopic(text: string): text is Topic {
  return topicKinds.some((kind) => text.startsWith(`${kind}:`) && text.length > kind.length + 1)
}

export function conversationTopic(conversationId: string): Topic {
  return `conversation:${conversationId}`
}

/** No event has it as its audience: it tells the editors of a campaign of each other. */
export function campaignTopic(campaignId: string): Topic {
  return `campaign:${campaignId}`
}

/**
 * No event has it as its audience: it tells people who write a reply to the same review of each other. The end of the id is
 * enough to tell reviews apart, and a topic has a greatest length.
 */
export function reviewTopic(locationId: string, reviewId: string): Topic {
  return `review:${locationId}/${reviewId.slice(-80)}`
}

/** The conversation's id; null for a topic of another kind. */
export function conversationOf(topic: string): string | null {
  return topic.startsWith('conversation:') ? topic.slice('conversation:'.length) : null
}
