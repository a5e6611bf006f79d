/** What the page shows, out of what the clinic has and what waits here: each message once, oldest first. */

/** Messages by their ids; what comes twice is the same. */
export function merge(known, messages) {
  const merged = new Map(known)
  for (const message of messages) merged.set(message._id, message)
  return merged
}

/** What waits here stands last, and is gone as soon as the clinic has it, whichever of the two is heard of first. */
export function rowsOf(known, waiting) {
  const taken = [...known.values()].sort(byAge)
  const ids = new Set(taken.map(({ clientId }) => clientId))
  return [
    ...taken.map((message) => ({ ...message, key: message.clientId ?? message._id, state: 'taken' })),
    ...waiting
      .filter(({ clientId }) => !ids.has(clientId))
      .map((entry) => ({
        ...entry,
        by: 'visitor',
        files: 0,
        key: entry.clientId,
        state: entry.refused ? 'refused' : 'waiting',
      })),
  ]
}

/** A greeting as messages of the clinic, which has not stored them. */
export function rowsOfWelcome({ name, messages, at: createdAt }) {
  return messages.map(({ message, prompt }, at) => ({
    ...{ _id: `welcome-${at}`, key: `welcome-${at}`, clientId: null, by: 'clinic', name, message, prompt },
    ...{ automatic: true, files: 0, createdAt, state: 'taken' },
  }))
}

/** The clinic's last message, of all that is known. */
export function lastOfClinic(known) {
  return (
    [...known.values()]
      .filter(({ by }) => by === 'clinic')
      .sort(byAge)
      .at(-1) ?? null
  )
}

function byAge(left, right) {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? -1 : 1
  return left._id < right._id ? -1 : 1
}
