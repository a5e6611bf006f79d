import type { Collection } from '../collection.rules.ts'
import type { ListedFile, Referral } from './record-calls.ts'

/** Referrals, newest first. */
export const referralList: Collection<Referral> = {
  select: (event) => (event.type === 'referral.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: newestFirst(({ date }) => date),
}

/** The files that were uploaded for themselves, newest first. A removed one stays, so that no older state restores it. */
export const fileList: Collection<ListedFile> = {
  select: (event) => (event.type === 'file.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: newestFirst(({ createdAt }) => createdAt),
}

function newestFirst<Item extends { readonly _id: string }>(timeOf: (item: Item) => string) {
  return (left: Item, right: Item) => compare(timeOf(right), timeOf(left)) || compare(right._id, left._id)
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other)
}
