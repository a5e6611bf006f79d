import { expect, test } from 'vitest'
import { joinTabs } from './tabs.actors.ts'

interface Lock {
  readonly name: string
  readonly mode: LockMode
}
type Granted = () => Promise<void>

/** The locks of one browser, as far as used here, granted in the order of the requests. */
function browserLocks() {
  const held = new Set<Lock>()
  const waiting: { lock: Lock; grant: () => void }[] = []
  const isFree = ({ name, mode }: Lock) =>
    ![...held].some((one) => one.name === name && (mode === 'exclusive' || one.mode === 'exclusive'))
  async function run(lock: Lock, granted: Granted) {
    held.add(lock)
    await granted()
    held.delete(lock)
    const next = waiting.findIndex((one) => isFree(one.lock))
    if (next >= 0) waiting.splice(next, 1)[0]?.grant()
  }
  return {
    async request(name: string, { mode, signal }: { mode: LockMode; signal: AbortSignal }, granted: Granted) {
      const lock = { name, mode }
      if (isFree(lock)) return run(lock, granted)
      await new Promise<void>((grant, refuse) => {
        const one = { lock, grant }
        waiting.push(one)
        signal.addEventListener('abort', () => {
          if (waiting.includes(one)) waiting.splice(waiting.indexOf(one), 1)
          refuse(signal.reason)
        })
      })
      return run(lock, granted)
    },
    query: async () => ({ held: [...held], pending: [] }),
  } as unknown as LockManager
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one of several tabs leads, and another takes over when it closes', async () => {
  const locks = browserLocks()
  const [first, second, third] = [joinTabs('o1', locks), joinTabs('o1', locks), joinTabs('o1', locks)]
  const leaders = () => [first, second, third].map((tabs) => tabs.isLeader())
  await settled()
  expect(leaders()).toEqual([true, false, false])
  // The second tab stopped while it was waiting for the lock.
  second.stop()
  first.stop()
  await settled()
  expect(leaders()).toEqual([false, false, true])
})

test('each organization has its own leader and its own open conversations', async () => {
  const locks = browserLocks()
  const [cedar, lakeside] = [joinTabs('o1', locks), joinTabs('o2', locks)]
  await settled()
  lakeside.look('c9')
  await settled()
  expect([cedar.isLeader(), lakeside.isLeader(), [...(await cedar.watched())]]).toEqual([true, true, []])
})

test('every tab knows the conversations open in any tab, as long as they are open', async () => {
  const locks = browserLocks()
  const [one, other] = [joinTabs('o1', locks), joinTabs('o1', locks)]
  const watched = async () => {
    await settled()
    return [...(await one.watched())]
  }
  other.look('c1')
  expect(await watched()).toEqual(['c1'])
  other.look('c2')
  expect(await watched()).toEqual(['c2'])
  one.look('c2')
  other.look(null)
  expect(await watched()).toEqual(['c2'])
  one.stop()
  await settled()
  expect([...(await other.watched())]).toEqual([])
})

test('without locks each tab leads and knows only itself', async () => {
  const tabs = joinTabs('o1', undefined)
  tabs.look('c1')
  expect([tabs.isLeader(), [...(await tabs.watched())]]).toEqual([true, ['c1']])
})
