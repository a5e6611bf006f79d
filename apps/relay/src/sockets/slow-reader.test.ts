import { expect, test } from 'vitest'
import { connectionOf } from '../../test/screen.ts'
import { startWorld } from '../../test/world.ts'

test('slow reader delays no other client and catches up in one frame [OPEN-096]', async () => {
  const world = await startWorld({ config: { maxUnsentBytes: 65_536, windowMs: 0 } })
  const slow = await world.connected()
  const quick = await world.connected({ sub: 'usr_dana' })
  for (const screen of [slow, quick]) await screen.subscribe()
  connectionOf(slow).pause()
  const text = 'x'.repeat(100_000)
  let seq = 0
  // The kernel's buffers have to fill up before the relay sees unsent bytes.
  while ((await world.metric('relay_slow_readers_total')) === 0) {
    await world.change('org_cedar', { key: 'same', data: text })
    seq += 1
    if (seq > 500) throw new Error('nothing was ever unsent')
  }
  for (let more = 0; more < 20; more += 1) await world.change('org_cedar', { key: 'same', data: text })
  await quick.reach(seq + 20)
  connectionOf(slow).resume()
  await slow.reach(seq + 20)
  expect(slow.frames.length).toBeLessThanOrEqual(quick.frames.length - 20)
  expect(slow.frames.at(-1)).toMatchObject({ to: seq + 20, events: [{ seq: seq + 20 }] })
})
