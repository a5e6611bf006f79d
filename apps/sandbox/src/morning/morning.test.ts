import { expect, test } from 'vitest'
import { createLedger } from '../carrier/ledger.ts'
import type { Text } from '../carrier/text.ts'
import { createTimers } from '../clock.ts'
import { CAST } from './cast.suite.ts'
import { createMorning } from './morning.ts'
import { timeline } from './timeline.rules.ts'

const SEED = 'a seed'

/** A morning on a clock that the test moves, with a clinic that takes texts when the test says so. */
function open({ takes = true } = {}) {
  let now = 0
  let due: { at: number; run: () => void }[] = []
  const timers = createTimers({
    now: () => new Date(now),
    after(ms, run) {
      const one = { at: now + ms, run }
      due.push(one)
      return () => {
        due = due.filter((other) => other !== one)
      }
    },
  })
  const ledger = createLedger(1_000)
  const typed: Text[] = []
  const chat: string[] = []
  const put: string[] = []
  const text = (fields: Partial<Text>): Text => ({
    ...{ sid: `SM${typed.length}`, body: '', media: [], status: 'received', errorCode: null, sentAt: null },
    ...{ from: '', to: '', direction: 'inbound', createdAt: new Date(now), updatedAt: new Date(now), handover: null },
    ...fields,
  })
  const morning = createMorning({
    cast: () => CAST,
    ledger,
    timers,
    log: { info: () => undefined, warn: () => undefined },
    pictures: [Buffer.from('a picture')],
    mediaStore: { newSid: () => `ME${put.length}`, put: (sid) => void put.push(sid) },
    visitors: {
      say: async (visitor, { body }) => void chat.push(`${visitor}: ${body}`),
      leave: (visitor) => void chat.push(`${visitor} left`),
      clear: () => void chat.push('all left'),
    },
    carrier: {
      type(one) {
        const added = ledger.add(text({ ...one, handover: 'waiting' }))
        typed.push(added)
        if (takes) ledger.change(added.sid, { handover: 'taken' })
        return ledger.get(added.sid) ?? added
      },
    },
  })
  return {
    ...{ morning, ledger, typed, chat, put },
    pending: () => due.length,
    pass(ms: number) {
      const end = now + ms
      for (;;) {
        const [next] = due.toSorted((a, b) => a.at - b.at)
        if (!next || next.at > end) break
        due = due.filter((one) => one !== next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = end
    },
    /** The staff answer a text of a phone. */
    staffAnswer: ({ from: to, to: from }: Text) =>
      ledger.add(text({ sid: `SMout${now}`, direction: 'outbound-api', status: 'queued', from, to, body: 'Yes.' })),
  }
}

function scripted(untilMs: number): string[] {
  const texts: string[] = []
  for (const { atMs, act } of timeline(SEED, CAST)) {
    if (atMs > untilMs) break
    if (act.kind === 'text') texts.push(act.body)
    else if (act.kind === 'picture') texts.push('')
    else if (act.kind === 'stop' || act.kind === 'start') texts.push(act.kind.toUpperCase())
  }
  return texts
}

test('the morning plays its script at 1x', () => {
  const world = open()
  world.morning.play({ speed: 1, seed: SEED })
  world.pass(300_000)
  expect(world.typed.map(({ body }) => body)).toEqual(scripted(300_000))
  expect(world.put.length).toBe(world.typed.filter(({ media }) => media.length > 0).length)
  expect(world.chat.length).toBeGreaterThan(3)
})

test('the morning plays as much in a twentieth of the time at 20x, and changes its speed while it plays', () => {
  const world = open()
  world.morning.play({ speed: 20, seed: SEED })
  world.pass(15_000)
  expect(world.typed.map(({ body }) => body)).toEqual(scripted(300_000))
  expect(world.morning.play({ speed: 2, seed: 'ignored' })).toMatchObject({ isPlaying: true, speed: 2, seed: SEED })
  world.pass(150_000)
  expect(world.typed.map(({ body }) => body)).toEqual(scripted(600_000))
})

test('the morning leaves no timer and no watcher when it stops', () => {
  const world = open()
  world.morning.play({ speed: 5, seed: SEED })
  world.pass(30_000)
  const typed = world.typed.length
  expect(world.morning.stop()).toMatchObject({ isPlaying: false })
  expect(world.pending()).toBe(0)
  expect(world.chat.at(-1)).toBe('all left')
  world.pass(600_000)
  const last = world.typed.at(-1)
  if (last) world.staffAnswer(last)
  expect([world.typed.length, world.pending()]).toEqual([typed, 0])
})

test('the morning waits while the clinic takes no texts, and goes on from there', () => {
  const world = open({ takes: false })
  world.morning.play({ speed: 20, seed: SEED })
  world.pass(600_000)
  const waiting = world.typed.length
  expect(waiting).toBe(40)
  for (const { sid } of world.typed) world.ledger.change(sid, { handover: 'taken' })
  world.pass(500)
  // The script stood still: nothing of the time that it waited comes in a heap.
  expect(world.typed.length - waiting).toBeLessThan(8)
  world.pass(20_000)
  expect(world.typed.slice(0, 45).map(({ body }) => body)).toEqual(scripted(600_000).slice(0, 45))
})

test('a patient answers some of the texts that the staff write by hand, and none that come at once', () => {
  const world = open()
  world.morning.play({ speed: 1, seed: SEED })
  for (let minute = 0; minute < 30; minute++) {
    world.pass(20_000)
    const asked = world.typed.at(-1)
    if (asked) world.staffAnswer(asked)
    world.pass(40_000)
  }
  const { answer } = world.morning.now().done
  expect(answer).toBeGreaterThan(2)
  const automatic = open()
  automatic.ledger.watch((text) => {
    if (text?.handover === 'taken') automatic.staffAnswer(text)
  })
  automatic.morning.play({ speed: 1, seed: SEED })
  automatic.pass(600_000)
  expect(automatic.morning.now().done.answer).toBe(0)
})

test('the morning tells its watchers what a patient did last', () => {
  const world = open()
  const told: (string | null)[] = []
  const forget = world.morning.watch(({ last }) => void told.push(last))
  world.morning.play({ speed: 1, seed: SEED })
  world.pass(60_000)
  expect(told.filter((words) => words !== null).length).toBeGreaterThan(5)
  forget()
  const count = told.length
  world.pass(60_000)
  expect(told.length).toBe(count)
})
