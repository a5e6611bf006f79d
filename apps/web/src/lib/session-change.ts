/**
 * A new password and a second factor end every session of a person and begin another one here, whose cookie comes with the
 * answer. Until then whoever asks whether somebody is signed in is told no: in this tab, where the relay may say first
 * that the session is over, and in every other one of this browser. So they wait.
 */
const NAME = 'foyer session change'

/** Longer than any answer takes: a tab that hangs must not hold up the others. */
const LONGEST_MS = 15_000

/** Browsers give locks to pages that came safely; without them nobody waits. */
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
