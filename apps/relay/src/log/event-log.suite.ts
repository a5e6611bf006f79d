/** The behaviour that every event log must have, wherever it stores its events. */
import { REPLAY_MAX } from '@foyer/contracts/live.rules.ts'
import { describe, expect, test, vi } from 'vitest'
import { countsAt, EPOCH, event, run, state } from '../../test/events.ts'
import type { Bounds, EventLog, LogChange } from './event-log.ts'

const ORG = 'org_cedar'

export function eventLogSuite(name: string, create: (bounds: Bounds) => EventLog | Promise<EventLog>): void {
  const roomy = { events: 2_000, bytes: 10_000_000 }
  const began = async (events = run(1, 3), bounds = roomy) => {
    const log = await create(bounds)
    await log.replace(ORG, state(events))
    return log
  }
  const seqs = (events: readonly { seq: number }[] | null | undefined) => events?.map(({ seq }) => seq)

  describe(name, () => {
    test('append adds the next events, and the head carries their counts [OPEN-096]', async () => {
      const log = await began()
      expect(await log.append(ORG, run(4, 6))).toBe('appended')
      expect(await log.head(ORG)).toEqual({ epoch: EPOCH, head: 6, counts: countsAt(6) })
      expect(seqs((await log.readAfter(ORG, { epoch: EPOCH, after: 2 }))?.events)).toEqual([3, 4, 5, 6])
    })

    test('append drops events that are present, also in the middle of a run [OPEN-097]', async () => {
      const log = await began()
      expect(await log.append(ORG, run(2, 4))).toBe('appended')
      expect(await log.append(ORG, run(1, 2))).toBe('appended')
      expect(seqs((await log.readAfter(ORG, { epoch: EPOCH, after: 0 }))?.events)).toEqual([1, 2, 3, 4])
    })

    test('append adds nothing beyond a gap [OPEN-097]', async () => {
      const log = await began()
      expect(await log.append(ORG, [event(4), event(6)])).toBe('gap')
      expect((await log.head(ORG))?.head).toBe(4)
    })

    test('append refuses an event of another epoch [OPEN-097]', async () => {
      const log = await began()
      expect(await log.append(ORG, [event(4, { epoch: 'epoch-0' })])).toBe('otherEpoch')
      expect((await log.head(ORG))?.head).toBe(3)
    })

    test('log is absent for an organization that is not followed [OPEN-096]', async () => {
      const log = await create(roomy)
      expect(await log.append(ORG, [event(1)])).toBe('absent')
      expect(await log.head(ORG)).toBeNull()
      expect(await log.readAfter(ORG, { after: 0 })).toBeNull()
      expect(await log.tail(ORG, () => {})).toBeNull()
    })

    test('log is separate for each organization [OPEN-096]', async () => {
      const log = await began()
      await log.replace('org_harbor', state(run(1, 1, { organizationId: 'org_harbor' })))
      await log.append('org_harbor', [event(2, { organizationId: 'org_harbor' })])
      expect((await log.head(ORG))?.head).toBe(3)
      expect((await log.head('org_harbor'))?.head).toBe(2)
    })

    test.each([
      ['no position', {}],
      ['another epoch', { epoch: 'epoch-0', after: 3 }],
      ['no life of the log that its number is of', { after: 15 }],
      ['older than the log', { epoch: EPOCH, after: 9 }],
      ['beyond the head', { epoch: EPOCH, after: 21 }],
    ])('readAfter has no events to replay: %s [OPEN-096]', async (_why, position) => {
      const log = await began(run(11, 20))
      expect(await log.readAfter(ORG, position)).toEqual({ epoch: EPOCH, head: 20, counts: countsAt(20), events: null })
    })

    test('readAfter replays from the oldest position and from the head [OPEN-096]', async () => {
      const log = await began(run(11, 20))
      expect((await log.readAfter(ORG, { epoch: EPOCH, after: 10 }))?.events).toHaveLength(10)
      expect((await log.readAfter(ORG, { epoch: EPOCH, after: 20 }))?.events).toEqual([])
    })

    test('readAfter replays at most 1,000 events [OPEN-096]', async () => {
      const log = await began(run(1, REPLAY_MAX + 1))
      expect((await log.readAfter(ORG, { epoch: EPOCH, after: 1 }))?.events).toHaveLength(REPLAY_MAX)
      expect((await log.readAfter(ORG, { epoch: EPOCH, after: 0 }))?.events).toBeNull()
    })

    test('log is bounded by count and stays gapless [OPEN-098]', async () => {
      const log = await began([], { events: 1_000, bytes: 10_000_000 })
      for (let seq = 1; seq <= 3_000; seq += 100) await log.append(ORG, run(seq, seq + 99))
      const read = await log.readAfter(ORG, { epoch: EPOCH, after: 2_000 })
      expect(seqs(read?.events)).toEqual(seqs(run(2_001, 3_000)))
      expect((await log.readAfter(ORG, { epoch: EPOCH, after: 100 }))?.events).toBeNull()
    })

    test('log is bounded by bytes, and an event larger than the bound is still appended [OPEN-098]', async () => {
      const log = await began([], { events: 1_000, bytes: 5_000 })
      await log.append(ORG, run(1, 100))
      expect((await log.readAfter(ORG, { epoch: EPOCH, after: 0 }))?.events).toBeNull()
      expect((await log.readAfter(ORG, { epoch: EPOCH, after: 95 }))?.events).toHaveLength(5)
      expect(await log.append(ORG, [event(101, { data: 'x'.repeat(10_000) })])).toBe('appended')
      expect(await log.append(ORG, [event(102)])).toBe('appended')
      expect(seqs((await log.readAfter(ORG, { epoch: EPOCH, after: 101 }))?.events)).toEqual([102])
    })

    test('tail reports each event once, in order, and a replacement [OPEN-097]', async () => {
      const log = await began()
      const heard: LogChange[] = []
      const tail = await log.tail(ORG, (change) => void heard.push(change))
      expect(tail?.head.head).toBe(3)
      await log.append(ORG, run(3, 5))
      await log.append(ORG, run(4, 5))
      await log.append(ORG, [event(6), event(8)])
      const added = () => heard.flatMap((change) => (change.kind === 'appended' ? change.events : []))
      await vi.waitFor(() => expect(seqs(added())).toEqual([4, 5, 6]))
      await log.replace(ORG, state([], 40))
      const begun = { kind: 'replaced', head: { epoch: EPOCH, head: 40, counts: countsAt(40) } }
      await vi.waitFor(() => expect(heard.at(-1)).toEqual(begun))
      tail?.stop()
      const others: LogChange[] = []
      await log.tail(ORG, (change) => void others.push(change))
      await log.append(ORG, [event(41)])
      await vi.waitFor(() => expect(others).toHaveLength(1))
      expect(seqs(added())).toEqual([4, 5, 6])
      expect(heard.at(-1)?.kind).toBe('replaced')
    })

    test('newest returns the whole log, up to the replay limit [OPEN-098]', async () => {
      const log = await began(run(1, REPLAY_MAX + 5))
      expect(await log.newest(ORG)).toEqual(state(run(6, REPLAY_MAX + 5)))
      await log.replace(ORG, state([], 7))
      expect(await log.newest(ORG)).toEqual(state([], 7))
      expect(await log.newest('org_harbor')).toBeNull()
    })

    test('forget removes the log [OPEN-098]', async () => {
      const log = await began()
      await log.forget(ORG)
      expect(await log.head(ORG)).toBeNull()
    })
  })
}
