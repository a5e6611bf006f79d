import { campaignTopic } from '@foyer/contracts/topic.rules.ts'
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

  test('presence is sent to the members who watch the conversation [OPEN-096]', async () => {
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

  test('presence names topic and conversation, and accepts either from a client [OPEN-096]', async () => {
    const { lena, dana } = await two()
    await lena.socket.emitWithAck('presence', at('viewing'))
    const topic = 'conversation:con_1' as const
    await dana.socket.emitWithAck('presence', { organizationId: 'org_cedar', topic, state: 'replying' })
    const both = { organizationId: 'org_cedar', topic, conversationId: 'con_1' }
    await vi.waitFor(() => expect(lena.present).toMatchObject([both, { ...both, staff: [{}, { state: 'replying' }] }]))
  })

  test('presence tells the editors of a campaign of each other, and names no conversation', async () => {
    const { lena, dana } = await two()
    const about = { organizationId: 'org_cedar', topic: campaignTopic('cmp_1') }
    for (const screen of [lena, dana])
      expect(await screen.socket.emitWithAck('watch', about)).toMatchObject({ ok: true })
    expect(await lena.socket.emitWithAck('presence', { ...about, state: 'viewing' })).toEqual({ ok: true })
    const present = { ...about, staff: [{ _id: 'usr_lena', state: 'viewing' }] }
    await vi.waitFor(() => expect(dana.present).toEqual([present]))
  })

  test('presence ends when the client closes the window or subscribes to another organization [OPEN-096]', async () => {
    const { lena, dana } = await two()
    await lena.socket.emitWithAck('presence', at('replying'))
    await vi.waitFor(() => expect(staff(dana)).toHaveLength(1))
    lena.close()
    await vi.waitFor(() => expect(staff(dana)).toEqual([]))
  })

  test('presence lists a user with two windows once, as replying when one window replies [OPEN-096]', async () => {
    const { world, lena, dana } = await two()
    const second = await world.connected({ sub: 'usr_lena' })
    await second.subscribe()
    await lena.socket.emitWithAck('presence', at('replying'))
    await second.socket.emitWithAck('presence', at('viewing'))
    await vi.waitFor(() => expect(dana.present).toHaveLength(2))
    expect(staff(dana)).toEqual([{ _id: 'usr_lena', state: 'replying' }])
  })

  test('presence is sent to a member when it begins to watch [OPEN-096]', async () => {
    const { world, lena } = await two()
    await lena.socket.emitWithAck('presence', at('viewing'))
    const late = await world.connected({ sub: 'usr_sam' })
    await late.subscribe()
    expect(late.present).toEqual([])
    await late.watch('con_1')
    await vi.waitFor(() => expect(staff(late)).toEqual([{ _id: 'usr_lena', state: 'viewing' }]))
  })

  test('presence stays within the organization when another one has the same conversation id, and is refused elsewhere [OPEN-096]', async () => {
    const { world, lena } = await two()
    const ruth = await world.connected({ sub: 'usr_ruth', organizations: ['org_harbor'] })
    await ruth.subscribe({ organizationId: 'org_harbor', conversationIds: ['con_1'] })
    expect(await ruth.socket.emitWithAck('presence', at('viewing'))).toEqual({ ok: false, code: 'forbidden' })
    await lena.socket.emitWithAck('presence', at('viewing'))
    await vi.waitFor(() => expect(lena.present).toHaveLength(1))
    await ruth.watch('con_2', 'org_harbor')
    expect(ruth.present).toEqual([])
  })

  test('presence refuses more conversations than the limit of one client [OPEN-096]', async () => {
    const { lena } = await two()
    for (let index = 0; index < 20; index += 1) await lena.socket.emitWithAck('presence', at('viewing', `con_${index}`))
    const refused = { ok: false, code: 'rate_limited' }
    expect(await lena.socket.emitWithAck('presence', at('viewing', 'con_more'))).toEqual(refused)
    expect(await lena.socket.emitWithAck('presence', at('left', 'con_1'))).toEqual({ ok: true })
    expect(await lena.socket.emitWithAck('presence', at('viewing', 'con_more'))).toEqual({ ok: true })
  })
})
