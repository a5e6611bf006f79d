import { expect, test } from 'vitest'
import { joinTabs } from './tabs.actors.ts'

interface Held {
  readonly name: string
  readonly mode: LockMode
}
type Granted = () => Promise<void>

/** The locks of one browser, as far as they are used here: granted in the order in which they were asked for. */
function browserLocks() {
  const held = new Set<Held>()
  const waiting: { lock: Held; grant: () => void }[] = []
  const isFree = ({ name, mode }: Held) =>
    ![...held].some((one) => one.name === name && (mode === 'exclusive' || one.mode === 'exclusive'))
  async function run(lock: Held, granted: Granted) {
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

test('of several tabs one tells, and the next takes its place when it goes', async () => {
  const locks = browserLocks()
  const [first, second, third] = [joinTabs('o1', locks), joinTabs('o1', locks), joinTabs('o1', locks)]
  const leaders = () => [first, second, third].map((tabs) => tabs.isLeader())
  await settled()
  expect(leaders()).toEqual([true, false, false])
  // One that still waited is passed over.
  second.stop()
  first.stop()
  await settled()
  expect(leaders()).toEqual([false, false, true])
})

test('each organization has its own', async () => {
  const locks = browserLocks()
  const [cedar, lakeside] = [joinTabs('o1', locks), joinTabs('o2', locks)]
  await settled()
  lakeside.look('c9')
  await settled()
  expect([cedar.isLeader(), lakeside.isLeader(), [...(await cedar.watched())]]).toEqual([true, true, []])
})

test('what somebody looks at in any tab is known to all, for as long as they do', async () => {
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

test('a browser without locks speaks for this tab alone', async () => {
  const tabs = joinTabs('o1', undefined)
  tabs.look('c1')
  expect([tabs.isLeader(), [...(await tabs.watched())]]).toEqual([true, ['c1']])
})
