import type { Collection } from '../collection.rules.ts'
import { foldName } from '../fold.rules.ts'
import type { InsuranceProvider, ListedFile, Referral } from './record-calls.ts'

/** Referrals, newest first. */
export const referralList: Collection<Referral> = {
  select: (event) => (event.type === 'referral.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: newestFirst(({ date }) => date),
}

/** Insurance providers by name. Only imports write them, and no event tells of one. */
export const insuranceProviderList: Collection<InsuranceProvider> = {
  select: () => [],
  key: ({ _id }) => _id,
  order: (left, right) => compare(foldName(left.name), foldName(right.name)) || compare(left._id, right._id),
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
