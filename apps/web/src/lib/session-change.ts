/**
 * A new password and a second factor end all sessions of a user and begin another one here, whose cookie comes with the
 * answer. Until then a session check says that nobody is signed in: in this tab, where the relay may report the end
 * first, and in every other tab of this browser. So session checks wait for the change.
 */
const NAME = 'foyer session change'

/** Longer than any answer takes, so that a tab that hangs does not block the others. */
const LONGEST_MS = 15_000

/** Browsers provide locks on secure pages only; without locks nothing waits. */
const locks = (): LockManager | undefined => navigator.locks

export async function whileSessionChanges<Result>(change: () => Promise<Result>): Promise<Result> {
  const held = locks()
  if (!held) return change()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  held
    .request(NAME, () => {
      change().then(resolve, reject)
      return Promise.race([promise, new Promise((over) => setTimeout(over, LONGEST_MS))])
    })
    .catch(reject)
  return promise
}

export async function sessionSettled(): Promise<void> {
  await locks()?.request(NAME, { mode: 'shared' }, () => undefined)
}
