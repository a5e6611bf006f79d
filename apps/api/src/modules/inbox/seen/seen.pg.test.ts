import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

test('lastSeen lists the users who saw the conversation, latest first [STATE-31]', async () => {
  const { id: conversationId } = await clinic.text('+15125550142', 'Hello')
  const seen = async () => (await clinic.call('lastSeen', 'sam', { conversationId })).body.data
  expect(await seen()).toEqual([])
  await clinic.call('updateLastSeen', 'lena', { conversationId })
  clinic.pass(60_000)
  await clinic.call('updateLastSeen', 'dana', { conversationId })
  const [dana, lena] = await seen()
  expect([dana, lena]).toMatchObject([
    { user: 'dana', name: 'Dana Whitfield' },
    { user: 'lena', name: 'Lena Kim' },
  ])
  expect(Date.parse(dana.seenAt) - Date.parse(lena.seenAt)).toBeGreaterThanOrEqual(60_000)
  await clinic.call('updateLastSeen', 'lena', { conversationId })
  expect((await seen()).map(({ user }: { user: string }) => user)).toEqual(['lena', 'dana'])
  // Reading the list does not count as seeing the conversation.
  expect(await seen()).toHaveLength(2)
  await clinic.store.query(`delete from members where user_id = 'dana'`)
  expect((await seen())[1]).toMatchObject({ user: 'dana', name: 'Dana Whitfield' })
})

test('lastSeen is 404 for an absent or foreign conversation [SEC-05]', async () => {
  const { id: conversationId } = await clinic.text('+15125550142', 'Hello')
  expect((await clinic.call('lastSeen', 'lena', { conversationId: 'absent' })).status).toBe(404)
  expect((await clinic.call('lastSeen', 'sam', { conversationId, organizationId: 'o2' })).status).toBe(404)
  expect((await clinic.call('lastSeen', 'omar', { conversationId })).status).toBe(403)
})
