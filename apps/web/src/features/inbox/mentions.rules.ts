import type { Mention } from '@foyer/contracts/inbox/mention.ts'

/** The open conversation's unseen mentions that were not reported as seen yet. */
export function dueMentions(
  mentions: readonly Mention[],
  openId: string | null,
  reported: ReadonlySet<string>,
): readonly Mention[] {
  return mentions.filter(
    ({ _id, conversationId, seenAt }) => conversationId === openId && seenAt === null && !reported.has(_id),
  )
}
