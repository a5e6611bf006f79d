import type { Envelope } from '@foyer/contracts/event.ts'
import { describe, expect, test, vi } from 'vitest'
import { EPOCH, event, run, state } from '../../test/events.ts'
import { announcementOf, broughtBy } from './announcement.ts'
import type { LogState, Reading } from './event-log.ts'
import { tailRedis } from './redis-tail.ts'
import { createSeal } from './seal.ts'

const ORG = 'org_cedar'
const seal = createSeal([Buffer.alloc(32, 1)])

/** As Redis says it. */
function said(events: readonly Envelope[], { kind = 'appended', closed = events.map((one) => seal.close(one)) } = {}) {
  const sizes = closed.map(({ length }) => ` ${length}`).join('')
  return Buffer.concat([Buffer.from(`${kind} ${events.at(-1)?.seq} ${events[0]?.epoch}${sizes}\n`), ...closed])
}

/** A tail at 3 of a log that says and does what the test has it say and do. */
async function follow(begun: LogState = state(run(1, 3))) {
  let log = begun
  let say: (message: Buffer | null) => void = () => {}
  const link = {
    isUp: true,
    hear: async (_channel: string, hear: typeof say) => {
      say = hear
      return () => {}
    },
  }
  const readAfter = vi.fn(async (_org: string, { epoch, after = 0 }: { epoch?: string; after?: number }) => {
    const isThere = epoch === log.epoch && after <= log.head
    return { ...log, events: isThere ? log.events.filter(({ seq }) => seq > after) : null } satisfies Reading
  })
  const heard: string[] = []
  await tailRedis({
    ...{ link, seal, readAfter, head: async () => log, channel: 'changes', organizationId: ORG, where: undefined },
    hear: (change) =>
      heard.push(change.kind === 'replaced' ? `at ${change.head.head}` : change.events.map(({ seq }) => seq).join(' ')),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...{ link, readAfter, heard },
    is: (events: readonly Envelope[], head?: number) => {
      log = state(events, head)
    },
    async say(...messages: (Buffer | string | null)[]) {
      for (const message of messages) say(typeof message === 'string' ? Buffer.from(message) : message)
      await settled()
    },
    settled,
  }
}

describe('a tail that is told what was appended', () => {
  test('[OPEN-097] hears it at once, where it joins', async () => {
    const { say, heard, readAfter } = await follow()
    await say(said([event(4)]))
    await say(said(run(5, 7)))
    expect(heard).toEqual(['4', '5 6 7'])
    expect(readAfter).not.toHaveBeenCalled()
  })

  test('[OPEN-097] hears of it what it does not have, and nothing twice', async () => {
    const { say, heard, readAfter } = await follow()
    await say(said(run(2, 5)))
    await say(said(run(2, 5)))
    await say(said([event(4)]))
    expect(heard).toEqual(['4 5'])
    expect(readAfter).not.toHaveBeenCalled()
  })

  const other = { epoch: 'epoch-2' }
  test.each<[why: string, message: Buffer | string, log: Envelope[], heard: string]>([
    ['something lies before it', said([event(5)]), run(1, 5), '4 5'],
    ['it is of another life of the log', said([event(4, other)]), run(1, 4, other), 'at 4'],
    ['it was not said, but only how far the log is', `appended 5 ${EPOCH}`, run(1, 5), '4 5'],
    [
      'it is sealed with a key that is not known',
      said([event(4)], { closed: [createSeal([]).close(event(4))] }),
      run(1, 4),
      '4',
    ],
    ['it is of another place', said([event(4)], { closed: [seal.close(event(9))] }), run(1, 4), '4'],
    ['a part of it is missing', said([event(4)]).subarray(0, -1), run(1, 4), '4'],
    ['its sizes are none', `appended 4 ${EPOCH} x\n`, run(1, 4), '4'],
    ['its head is none', `appended x ${EPOCH}\n`, run(1, 4), '4'],
    ['the log was begun anew', said([event(4)], { kind: 'replaced' }), run(1, 4), 'at 4'],
  ])('[OPEN-097] reads, where %s', async (_why, message, log, what) => {
    const { say, is, heard, readAfter } = await follow()
    is(log)
    await say(message)
    expect(heard).toEqual([what])
    expect(readAfter).toHaveBeenCalledTimes(1)
  })

  test('[OPEN-097] waits until what is being read is heard', async () => {
    const { say, is, settled, heard, readAfter } = await follow()
    const late = Promise.withResolvers<Reading>()
    readAfter.mockReturnValueOnce(late.promise as ReturnType<typeof readAfter>)
    await say(`appended 4 ${EPOCH}`)
    await say(said([event(5)]))
    expect(heard).toEqual([])
    is(run(1, 5))
    late.resolve(state(run(4, 4)))
    await settled()
    expect(heard).toEqual(['4', '5'])
    expect(readAfter).toHaveBeenCalledTimes(1)
  })

  test('[OPEN-097] reads all that is said in one go after the next, once', async () => {
    const { say, is, heard, readAfter } = await follow()
    is(run(1, 7))
    await say(said([event(4)]), said([event(5)]), said([event(6)]), said([event(7)]))
    expect(heard.join(' ')).toBe('4 5 6 7')
    expect(readAfter).toHaveBeenCalledTimes(1)
  })

  test('[OPEN-097] does not forget over it that the log was begun anew', async () => {
    const { say, is, heard } = await follow()
    is(run(1, 6))
    await say(said([event(4)]), `replaced 5 ${EPOCH}`, said([event(6)]))
    expect(heard).toEqual(['4', 'at 6'])
  })

  test('[OPEN-097] does not believe what was said before the log was taken back', async () => {
    const { say, is, heard, readAfter } = await follow()
    await say(said(run(4, 6)))
    is(run(1, 4))
    await say(null)
    await say(said([event(5)]))
    expect(heard).toEqual(['4 5 6', 'at 4'])
    is(run(1, 7, { data: 'anew' }))
    await say(`replaced 4 ${EPOCH}`)
    readAfter.mockClear()
    await say(said([event(8)]))
    expect(heard.slice(2)).toEqual(['at 7', '8'])
    expect(readAfter).not.toHaveBeenCalled()
  })

  test('[OPEN-097] takes nothing from a Redis that can not be relied on', async () => {
    const { say, is, link, heard, readAfter } = await follow()
    link.isUp = false
    readAfter.mockResolvedValueOnce(null as never)
    await say(said([event(4)]))
    expect(heard).toEqual([])
    link.isUp = true
    is(run(1, 4))
    await say(null)
    expect(heard).toEqual(['4'])
  })
})

describe('what was said with an announcement', () => {
  const open = (seq: number) => event(seq)
  const at = state(run(1, 4))

  test('[OPEN-096] is what a reading would have given', () => {
    expect(broughtBy(announcementOf(said(run(4, 6)))!, at, open)).toEqual({ ...state([], 6), events: run(5, 6) })
  })

  test('[OPEN-097] is not even opened at another place', () => {
    const others = [run(6, 7), run(3, 4), run(5, 6, { epoch: 'epoch-2' })]
    for (const events of others) expect(broughtBy(announcementOf(said(events))!, at, open)).toBeNull()
  })
})
