/**
 * A new password and a second factor end all sessions of a user and begin another one here, whose cookie comes with the
 * answer. Until then a session check says that nobody is signed in: in this tab, where the relay may report the end
 * first, and in every other tab of this browser. So session checks and a change wait for each other.
 */
const NAME = 'foyer session change'

/** Longer than any answer takes, so that a tab that hangs does not block the others. */
const LONGEST_MS = 15_000

/** Browsers provide locks on secure pages only; without locks nothing waits. */
const locks = (): LockManager | undefined => navigator.locks

export function whileSessionChanges<Result>(change: () => Promise<Result>): Promise<Result> {
  return holding('exclusive', change)
}

/**
 * Asks the server about the session. A question that the server answers after the change would say that nobody is signed in,
 * so a change waits for questions that are under way, and they wait for it.
 */
export function whileSessionStays<Result>(question: () => Promise<Result>): Promise<Result> {
  return holding('shared', question)
}

function holding<Result>(mode: LockMode, work: () => Promise<Result>): Promise<Result> {
  const held = locks()
  if (!held) return work()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  held
    .request(NAME, { mode }, () => {
      work().then(resolve, reject)
      return Promise.race([promise, new Promise((over) => setTimeout(over, LONGEST_MS))])
    })
    .catch(reject)
  return promise
}

export async function sessionSettled(): Promise<void> {
  await locks()?.request(NAME, { mode: 'shared' }, () => undefined)
}
