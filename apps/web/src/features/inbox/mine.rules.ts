/** Where colleagues named the reader. */
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { apply, emptyCopy, type InboxCopy } from '@foyer/contracts/inbox/apply.rules.ts'
import type { Mention } from '@foyer/contracts/inbox/mention.ts'

export interface MineModel extends Pick<InboxCopy, 'mentions'> {
  readonly epoch: string | null
  /** What the reading reflects; what the stream tells of before it is in it already. */
  readonly asOf: number
  /** Of all mentions, also those that aren't loaded. */
  readonly unseen: number
  readonly cursor: string | null
  /** What came while a reading was on its way. */
  readonly incoming: readonly KnownEvent[]
}

export interface MineReading {
  readonly mentions: readonly Mention[]
  readonly unseen: number
  readonly cursor: string | null
  readonly epoch: string
  readonly asOf: number
}

export const NOTHING_MINE: MineModel = {
  mentions: new Map(),
  epoch: null,
  asOf: 0,
  unseen: 0,
  cursor: null,
  incoming: [],
}

export function withMine({ incoming }: MineModel, reading: MineReading): MineModel {
  const { mentions, ...rest } = reading
  const read: MineModel = {
    ...rest,
    mentions: new Map(mentions.map((mention) => [mention._id, mention])),
    incoming: [],
  }
  return heardOfMine(
    read,
    reading.epoch,
    incoming.filter(({ epoch }) => epoch === reading.epoch),
  )
}

/** A later page; the count is not its business, since the stream may be ahead of it. */
export function withMoreMentions(model: MineModel, page: Pick<MineReading, 'mentions' | 'cursor'>): MineModel {
  const mentions = new Map(model.mentions)
  for (const mention of page.mentions) {
    const held = mentions.get(mention._id)
    if (!held || held.version < mention.version) mentions.set(mention._id, mention)
  }
  return { ...model, mentions, cursor: page.cursor }
}

export function heardOfMine(model: MineModel, epoch: string, events: readonly KnownEvent[]): MineModel {
  const mine = events.filter(({ type }) => type.startsWith('mention.'))
  if (mine.length === 0 || (model.epoch !== null && model.epoch !== epoch)) return model
  let { unseen } = model
  const seen = new Map([...model.mentions].map(([id, { seenAt }]) => [id, seenAt !== null]))
  for (const event of mine) {
    if (event.type !== 'mention.added' && event.type !== 'mention.changed') continue
    if (event.seq <= model.asOf) continue
    const isSeen = event.data.seenAt !== null
    // Of one that isn't loaded: new ones were not counted yet, others as unseen.
    const wasCounted = seen.has(event.key) ? seen.get(event.key) === false : event.type === 'mention.changed'
    unseen += (isSeen ? 0 : 1) - (wasCounted ? 1 : 0)
    seen.set(event.key, isSeen)
  }
  const { mentions } = apply({ ...emptyCopy, mentions: model.mentions }, mine)
  return { ...model, mentions, unseen: Math.max(0, unseen) }
}

/** Newest first. */
export function mentionsInOrder({ mentions }: Pick<MineModel, 'mentions'>): Mention[] {
  return [...mentions.values()].sort((one, other) =>
    one.at === other.at ? (one._id < other._id ? 1 : -1) : one.at < other.at ? 1 : -1,
  )
}
