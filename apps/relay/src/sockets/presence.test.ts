import { describe, expect, test, vi } from 'vitest'
import { startWorld } from '../../test/world.ts'

const at = (state: 'viewing' | 'replying' | 'left', conversationId = 'con_1') =>
  ({ organizationId: 'org_cedar', conversationId, state }) as const

describe('presence', () => {
  async function two() {
    const world = await startWorld()
    const lena = await world.connected({ sub: 'usr_lena' })
    const dana = await world.connected({ sub: 'usr_dana' })
    await lena.subscribe({ conversationIds: ['con_1'] })
    await dana.subscribe({ conversationIds: ['con_1'] })
    return { world, lena, dana }
  }
  const staff = (screen: { present: { staff: unknown[] }[] }) => screen.present.at(-1)?.staff

  test('[OPEN-096] those who watch a conversation hear who is there', async () => {
    const { lena, dana } = await two()
    expect(await lena.socket.emitWithAck('presence', at('viewing'))).toEqual({ ok: true })
    await lena.socket.emitWithAck('presence', at('replying'))
    await dana.socket.emitWithAck('presence', at('viewing'))
    const both = [
      { _id: 'usr_lena', state: 'replying' },
      { _id: 'usr_dana', state: 'viewing' },
    ]
    await vi.waitFor(() => expect([staff(lena), staff(dana)]).toEqual([both, both]))
    await lena.socket.emitWithAck('presence', at('left'))
    await vi.waitFor(() => expect(staff(dana)).toEqual([{ _id: 'usr_dana', state: 'viewing' }]))
  })

  test('presence names the topic, and the conversation that it is of; either names it to the relay [OPEN-096]', async () => {
    const { lena, dana } = await two()
    await lena.socket.emitWithAck('presence', at('viewing'))
    const topic = 'conversation:con_1' as const
    await dana.socket.emitWithAck('presence', { organizationId: 'org_cedar', topic, state: 'replying' })
    const both = { organizationId: 'org_cedar', topic, conversationId: 'con_1' }
    await vi.waitFor(() => expect(lena.present).toMatchObject([both, { ...both, staff: [{}, { state: 'replying' }] }]))
  })

  test('[OPEN-096] who closes the window, or goes to another organization, is no longer there', async () => {
    const { lena, dana } = await two()
    await lena.socket.emitWithAck('presence', at('replying'))
    await vi.waitFor(() => expect(staff(dana)).toHaveLength(1))
    lena.close()
    await vi.waitFor(() => expect(staff(dana)).toEqual([]))
  })

  test('[OPEN-096] a person in two windows is there once, and writing if writing in one', async () => {
    const { world, lena, dana } = await two()
    const second = await world.connected({ sub: 'usr_lena' })
    await second.subscribe()
    await lena.socket.emitWithAck('presence', at('replying'))
    await second.socket.emitWithAck('presence', at('viewing'))
    await vi.waitFor(() => expect(dana.present).toHaveLength(2))
    expect(staff(dana)).toEqual([{ _id: 'usr_lena', state: 'replying' }])
  })

  test('[OPEN-096] who begins to watch learns who is there', async () => {
    const { world, lena } = await two()
    await lena.socket.emitWithAck('presence', at('viewing'))
    const late = await world.connected({ sub: 'usr_sam' })
    await late.subscribe()
    expect(late.present).toEqual([])
    await late.watch('con_1')
    await vi.waitFor(() => expect(staff(late)).toEqual([{ _id: 'usr_lena', state: 'viewing' }]))
  })

  test('[OPEN-096] a conversation of that id elsewhere hears nothing, and nobody is present where they are not', async () => {
    const { world, lena } = await two()
    const ruth = await world.connected({ sub: 'usr_ruth', organizations: ['org_harbor'] })
    await ruth.subscribe({ organizationId: 'org_harbor', conversationIds: ['con_1'] })
    expect(await ruth.socket.emitWithAck('presence', at('viewing'))).toEqual({ ok: false, code: 'forbidden' })
    await lena.socket.emitWithAck('presence', at('viewing'))
    await vi.waitFor(() => expect(lena.present).toHaveLength(1))
    await ruth.watch('con_2', 'org_harbor')
    expect(ruth.present).toEqual([])
  })

  test('[OPEN-096] one screen is in so many conversations and not in more', async () => {
    const { lena } = await two()
    for (let index = 0; index < 20; index += 1) await lena.socket.emitWithAck('presence', at('viewing', `con_${index}`))
    const refused = { ok: false, code: 'rate_limited' }
    expect(await lena.socket.emitWithAck('presence', at('viewing', 'con_more'))).toEqual(refused)
    expect(await lena.socket.emitWithAck('presence', at('left', 'con_1'))).toEqual({ ok: true })
    expect(await lena.socket.emitWithAck('presence', at('viewing', 'con_more'))).toEqual({ ok: true })
  })
})
