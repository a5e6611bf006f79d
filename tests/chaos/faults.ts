/**
 * Every fault, with its number from the design. A fault begins, lasts for the drawn time, and is healed. Then the world works
 * again, and the checks run.
 */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { behave } from '../support/phone.ts'
import { until } from '../support/until.ts'
import type { Fault, Troubled } from './fault.ts'
import { BUILD_FAULTS, restarted } from './faults-builds.ts'
import { COMMIT_FAULTS } from './faults-commit.ts'
import { FILE_FAULTS } from './faults-files.ts'
import { READER_FAULTS } from './faults-readers.ts'
import { STORE_FAULTS } from './faults-store.ts'
import type { Ledger } from './ledger.ts'
import type { WorldProcess } from './process.ts'
import type { WebhookState } from './webhook-line.ts'
import type { ChaosWorld } from './world.ts'

/** F31: 800 ms and 64 kbit/s. */
const FAR_MS = 800
const NARROW_BYTES_PER_S = 8_000

/** The number of calls that a staff member would see as an error. */
const errorsOf = ({ counts }: Ledger) =>
  [...counts].reduce((sum, [what, count]) => sum + (/^calls (lost|5)/.test(what) ? count : 0), 0)

const run = promisify(execFile)
const nothing = () => undefined
/** Whether Redis answered the command with OK. */
const isDone = (command: Promise<unknown>) =>
  command.then(
    (answer) => answer === 'OK',
    () => false,
  )

const relayOf = ({ world, random }: Troubled): WorldProcess => world.relays[random.between(0, 1) as 0 | 1]

const kills = (id: string, name: string, of: (at: Troubled) => WorldProcess): Fault => ({
  ...{ name: `kill -9 ${name}`, id, target: name },
  async begin(at) {
    const one = of(at)
    await one.kill()
    return () => one.start()
  },
})
const freezes = (id: string, name: string, of: (at: Troubled) => WorldProcess): Fault => ({
  ...{ name: `${name} hangs`, id, target: name },
  async begin(at) {
    const one = of(at)
    one.freeze()
    return () => one.thaw()
  },
})
const rolls = (name: string, of: (at: Troubled) => WorldProcess): Fault => ({
  ...{ name: `${name} is rolled out`, id: 'F6', target: name },
  async begin(at) {
    const one = of(at)
    await one.end()
    return () => one.start()
  },
})
const starves = (name: string, of: (at: Troubled) => WorldProcess): Fault => ({
  ...{ name: `${name} has no descriptors left`, id: 'F19', target: name },
  async begin(at) {
    const { pid } = of(at)
    if (pid === 0) return null
    const open = readdirSync(`/proc/${pid}/fd`).length
    const asked = await run('prlimit', [`--pid=${pid}`, '--nofile', '--output=SOFT', '--noheadings']).catch(nothing)
    if (!asked) return null
    const limit = (most: number) => run('prlimit', [`--pid=${pid}`, `--nofile=${most}:`]).catch(nothing)
    if (!(await limit(open + at.random.between(0, 3)))) return null
    return () => limit(Number(asked.stdout))
  },
})
const webhooks = (id: string, name: string, state: WebhookState): Fault => ({
  ...{ name: `webhooks ${name}`, id, target: 'webhooks' },
  async begin({ world, random, lasts }) {
    const chosen = random.shuffled(world.webhookLines).slice(0, random.between(1, 2))
    for (const line of chosen) line.turn(state, Math.round(lasts * 1.5))
    return () => {
      for (const line of chosen) line.turn('open')
    }
  },
})
const lines = (name: string, id: string, hurt: (line: ChaosWorld['lines'][number]) => Promise<void> | void): Fault => ({
  ...{ name: `a line ${name}`, id, target: 'line' },
  async begin({ world, random }) {
    const chosen = random.pick(world.lines)
    await hurt(chosen)
    return async () => {
      chosen.delay(0)
      await chosen.turn('open')
    }
  },
})
const carrier = (name: string, id: string, change: Parameters<typeof behave>[1]): Fault => ({
  ...{ name: `the carrier ${name}`, id, target: 'carrier' },
  async begin({ world }) {
    await behave(world.sandboxUrl, change)
    return () =>
      behave(world.sandboxUrl, { answer: 'normal', repeatCallbacks: false, reorderCallbacks: false, times: null })
  },
})

export const FAULTS: readonly Fault[] = [
  kills('F1', 'a relay', relayOf),
  freezes('F4', 'a relay', relayOf),
  rolls('a relay', relayOf),
  starves('a relay', relayOf),
  {
    ...{ name: "a relay's clock is ten minutes off", id: 'F24', target: 'a relay' },
    begin: (at) => restarted(relayOf(at), { CHAOS_CLOCK_MS: at.random.chance(0.5) ? '600000' : '-600000' }),
  },
  kills('F2', 'the api', ({ world }) => world.api),
  ...COMMIT_FAULTS,
  freezes('F5', 'the api', ({ world }) => world.api),
  rolls('the api', ({ world }) => world.api),
  starves('the api', ({ world }) => world.api),
  {
    ...{ name: "the api's clock is a day behind", id: 'F25', target: 'the api' },
    async begin({ world, ledger }) {
      const end = ledger.beginWrongClock()
      const heal = await restarted(world.api, { CHAOS_CLOCK_MS: '-86400000' })
      return () => heal().finally(end)
    },
  },
  kills('F7', 'redis', ({ world }) => world.redis),
  freezes('F9', 'redis', ({ world }) => world.redis),
  {
    ...{ name: 'redis is flushed', id: 'F8', target: 'redis' },
    async begin({ world, random }) {
      let flushed = 0
      for (let times = random.between(1, 3); times > 0; times -= 1) {
        if (await isDone(world.redisAdmin.flushall())) flushed += 1
        await pause(random.between(0, 300))
      }
      return flushed > 0 ? nothing : null
    },
  },
  {
    ...{ name: 'redis pauses its clients', id: 'F9', target: 'redis' },
    async begin({ world, lasts }) {
      const paused = world.redisAdmin.call('CLIENT', 'PAUSE', String(Math.round(lasts)), 'ALL')
      return (await isDone(paused)) ? nothing : null
    },
  },
  {
    ...{ name: 'redis takes nothing more', id: 'F11', target: 'redis' },
    async begin({ world }) {
      const set = (memory: string) => isDone(world.redisAdmin.config('SET', 'maxmemory', memory))
      // Without the retry Redis would refuse writes for the rest of the run.
      return (await set('1mb')) ? () => until(() => set('0')) : null
    },
  },
  ...STORE_FAULTS,
  webhooks('F21', 'fail', 'fail'),
  webhooks('F22', 'hang', 'hang'),
  webhooks('F23', 'come twice', 'repeat'),
  webhooks('F23', 'come and are not acknowledged', 'forget'),
  webhooks('F23', 'come late and out of order', 'late'),
  lines('is cut', 'F27', (line) => line.cut()),
  lines('refuses', 'F28', (line) => line.turn('refuse')),
  lines('swallows everything', 'F30', (line) => line.turn('swallow')),
  lines('is slow', 'F31', (line) => line.delay(FAR_MS)),
  {
    ...{ name: 'everybody is far away and on a narrow line', id: 'F31', target: 'line' },
    async begin({ world, ledger, isAlone }) {
      const before = errorsOf(ledger)
      for (const line of world.clientLines) {
        line.delay(FAR_MS)
        line.narrow(NARROW_BYTES_PER_S)
      }
      return () => {
        const errors = errorsOf(ledger) - before
        if (isAlone) ledger.hold('F31', errors === 0, () => `${errors} calls failed on a line that was only slow`)
        for (const line of world.clientLines) {
          line.narrow(0)
          line.delay(0)
        }
      }
    },
  },
  {
    ...{ name: 'every browser loses its connection', id: 'F43', target: 'line' },
    async begin({ world }) {
      for (const line of world.lines) if (line.name.startsWith('tab to relay')) line.cut()
      return nothing
    },
  },
  {
    ...{ name: 'browsers say that they are offline', id: 'F28', target: 'browsers' },
    async begin({ screens, random }) {
      const chosen = random.shuffled(screens).slice(0, Math.ceil(screens.length / 2))
      for (const screen of chosen) screen.browserEvent({ type: 'browser.offline' })
      return () => {
        for (const screen of chosen) screen.browserEvent({ type: 'browser.online' })
      }
    },
  },
  {
    ...{ name: 'machines wake up', id: 'F32', target: 'browsers' },
    async begin({ screens }) {
      for (const screen of screens) screen.browserEvent({ type: 'browser.returned' })
      return nothing
    },
  },
  ...FILE_FAULTS,
  carrier('takes texts and never says so', 'F40', { answer: 'hang', times: 5 }),
  carrier('wants no more for now', 'F39', { answer: 'tooMany', times: 8, retryAfterS: 1 }),
  carrier('breaks', 'F39', { answer: 'error', times: 5 }),
  ...READER_FAULTS,
  carrier('reports twice and in any order', 'F41', { repeatCallbacks: true, reorderCallbacks: true }),
  ...BUILD_FAULTS,
]
