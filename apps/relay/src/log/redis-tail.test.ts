import type { Envelope } from '@foyer/contracts/event.ts'
import { describe, expect, test, vi } from 'vitest'
import { EPOCH, event, run, state } from '../../test/events.ts'
import { announcementOf, broughtBy } from './announcement.ts'
import type { LogSlice, LogState } from './event-log.ts'
import { tailRedis } from './redis-tail.ts'
import { createSeal } from './seal.ts'

const ORG = 'org_cedar'
const seal = createSeal([Buffer.alloc(32, 1)])

/** A message as Redis publishes it. */
function said(events: readonly Envelope[], { kind = 'appended', closed = events.map((one) => seal.close(one)) } = {}) {
  const sizes = closed.map(({ length }) => ` ${length}`).join('')
  return Buffer.concat([Buffer.from(`${kind} ${events.at(-1)?.seq} ${events[0]?.epoch}${sizes}\n`), ...closed])
}

/** A tail at sequence number 3 of a log that the test controls. */
async function follow(begun: LogState = state(run(1, 3))) {
  let log = begun
  let say: (message: Buffer | null) => void = () => {}
  const link = {
    isUp: true,
    subscribe: async (_channel: string, listener: typeof say) => {
      say = listener
      return () => {}
    },
  }
  const readAfter = vi.fn(async (_org: string, { epoch, after = 0 }: { epoch?: string; after?: number }) => {
    const isThere = epoch === log.epoch && after <= log.head
    return { ...log, events: isThere ? log.events.filter(({ seq }) => seq > after) : null } satisfies LogSlice
  })
  const heard: string[] = []
  await tailRedis({
    ...{ link, seal, readAfter, head: async () => log, channel: 'changes', organizationId: ORG, where: undefined },
    onChange: (change) =>
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

describe('tail of a Redis log', () => {
  test("reports announced events at once when they follow the consumer's position [OPEN-097]", async () => {
    const { say, heard, readAfter } = await follow()
    await say(said([event(4)]))
    await say(said(run(5, 7)))
    expect(heard).toEqual(['4', '5 6 7'])
    expect(readAfter).not.toHaveBeenCalled()
  })

  test('reports only the announced events that it lacks [OPEN-097]', async () => {
    const { say, heard, readAfter } = await follow()
    await say(said(run(2, 5)))
    await say(said(run(2, 5)))
    await say(said([event(4)]))
    expect(heard).toEqual(['4 5'])
    expect(readAfter).not.toHaveBeenCalled()
  })

  const other = { epoch: 'epoch-2' }
  test.each<[why: string, message: Buffer | string, log: Envelope[], heard: string]>([
    ['an event before the announced one is missing', said([event(5)]), run(1, 5), '4 5'],
    ['the announcement has another epoch', said([event(4, other)]), run(1, 4, other), 'at 4'],
    ['the announcement contains only the head', `appended 5 ${EPOCH}`, run(1, 5), '4 5'],
    ['the event is not sealed', said([event(4)], { closed: [createSeal([]).close(event(4))] }), run(1, 4), '4'],
    ['the event is sealed for another position', said([event(4)], { closed: [seal.close(event(9))] }), run(1, 4), '4'],
    ['a part of the event is missing', said([event(4)]).subarray(0, -1), run(1, 4), '4'],
    ['a size is not a number', `appended 4 ${EPOCH} x\n`, run(1, 4), '4'],
    ['the head is not a number', `appended x ${EPOCH}\n`, run(1, 4), '4'],
    ['the log was replaced', said([event(4)], { kind: 'replaced' }), run(1, 4), 'at 4'],
  ])('reads the log when %s [OPEN-097]', async (_why, message, log, what) => {
    const { say, is, heard, readAfter } = await follow()
    is(log)
    await say(message)
    expect(heard).toEqual([what])
    expect(readAfter).toHaveBeenCalledTimes(1)
  })

  test('reports an announcement after the read in progress [OPEN-097]', async () => {
    const { say, is, settled, heard, readAfter } = await follow()
    const late = Promise.withResolvers<LogSlice>()
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

  test('reads once for several announcements during a read [OPEN-097]', async () => {
    const { say, is, heard, readAfter } = await follow()
    is(run(1, 7))
    await say(said([event(4)]), said([event(5)]), said([event(6)]), said([event(7)]))
    expect(heard.join(' ')).toBe('4 5 6 7')
    expect(readAfter).toHaveBeenCalledTimes(1)
  })

  test('keeps a pending replacement when more announcements follow [OPEN-097]', async () => {
    const { say, is, heard } = await follow()
    is(run(1, 6))
    await say(said([event(4)]), `replaced 5 ${EPOCH}`, said([event(6)]))
    expect(heard).toEqual(['4', 'at 6'])
  })

  test("ignores announcements from before the log's head decreased within one epoch [OPEN-097]", async () => {
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

  test('ignores announcements while Redis is not reliable [OPEN-097]', async () => {
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

describe('events in an announcement', () => {
  const open = (seq: number) => event(seq)
  const at = state(run(1, 4))

  test('equal what a read would have returned [OPEN-096]', () => {
    expect(broughtBy(announcementOf(said(run(4, 6)))!, at, open)).toEqual({ ...state([], 6), events: run(5, 6) })
  })

  test('are not opened at another position [OPEN-097]', () => {
    const others = [run(6, 7), run(3, 4), run(5, 6, { epoch: 'epoch-2' })]
    for (const events of others) expect(broughtBy(announcementOf(said(events))!, at, open)).toBeNull()
  })
})
