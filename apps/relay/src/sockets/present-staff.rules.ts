import type { Presence, Present } from '@foyer/contracts/live.ts'

/** The states of somebody who is present. */
export type Here = Exclude<Presence['state'], 'left'>

/** Lists each user once; replying in one window outranks viewing in another. */
export function staffOf(there: readonly { readonly userId: string; readonly state: Here }[]): Present['staff'] {
  const states = new Map<string, Here>()
  for (const { userId, state } of there) {
    if (states.get(userId) !== 'replying') states.set(userId, state)
  }
  return [...states].map(([_id, state]) => ({ _id, state }))
}
