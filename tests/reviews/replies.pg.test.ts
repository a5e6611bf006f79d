/** Replies to reviews with a real queue, the simulated Google over HTTP, and workers that die. */
import { expect, test, vi } from 'vitest'
import type { GoogleGateway } from '../../apps/api/src/gateways/google.ts'
import { until } from '../support/until.ts'
import { NORTHGATE, reviewsWorld } from './reviews.suite.ts'

const world = reviewsWorld()

const OWN = 'Thank you for telling us. We take comments like this seriously.'
const path = (reviewId: string) => `locations/${NORTHGATE}/reviews/${reviewId}`
const reply = (reviewId: string, comment = OWN, headers = {}) =>
  world.ask('PUT', `${path(reviewId)}/reply`, { body: { comment }, headers })

/** A new review that the mirror has brought. */
async function arrived(fields: object = {}): Promise<string> {
  const reviewId = await world.customer({ reviewer: 'Theo K.', stars: 2, comment: 'A long wait.', ...fields })
  world.start(['mirror'])
  await until(async () => (await world.review(reviewId)) !== undefined)
  await world.stop()
  return reviewId
}
const stateOf = async (reviewId: string) => (await world.review(reviewId))?.foyer.state
const puts = async (reviewId: string) =>
  (await world.google()).done.filter(({ kind, name }) => kind === 'put' && name === reviewId)

test('reply shows at once, is brought to Google once and becomes public [CALL-LISTINGS-07] [REV-01]', async () => {
  const reviewId = await arrived()
  const answer = await reply(reviewId)
  expect([answer.status, answer.body.comment, answer.body.foyer.review.foyer.state]).toEqual([200, OWN, 'posting'])
  expect((await world.review(reviewId))?.reviewReply?.comment).toBe(OWN)
  world.start(['replies'])
  await until(async () => (await stateOf(reviewId)) === 'public')
  expect(await puts(reviewId)).toHaveLength(1)
  expect((await world.review(reviewId))?.foyer.repliedBy?.userId).toBe('usr_lena')
})

test('putReviewReply tells a colleague of the organization alone, once the reply is stored [CALL-LISTINGS-07]', async () => {
  const reviewId = await arrived()
  const told = (tell: string) => world.ask('PUT', `${path(reviewId)}/reply`, { body: { comment: OWN, tell } })
  expect((await told('usr_omar')).status).toBe(404)
  expect((await told('usr_dana')).status).toBe(200)
  const { dana } = world.clinics.staff
  const { data } = await dana.call('notices', { query: { organizationId: 'org_cedar' } })
  const notice = {
    kind: 'review',
    conversationId: null,
    text: OWN,
    by: 'usr_lena',
    byName: 'lena of the staff',
    seenAt: null,
  }
  expect(data.filter(({ kind }) => kind === 'review')).toMatchObject([notice])
})

test('removal takes the reply away at Google, and again is the same answer [CALL-LISTINGS-08]', async () => {
  const reviewId = await arrived()
  await reply(reviewId)
  world.start(['replies'])
  await until(async () => (await stateOf(reviewId)) === 'public')
  for (const _ of [1, 2])
    expect(await world.ask('DELETE', `${path(reviewId)}/reply`)).toMatchObject({ status: 200, body: {} })
  await until(async () => (await stateOf(reviewId)) === 'needsReply')
  expect((await world.review(reviewId))?.reviewReply).toBeUndefined()
  expect((await world.google()).done.filter(({ kind }) => kind === 'delete')).toHaveLength(1)
})

test('reply is refused while a removal is at Google, and taken when that has ended', async () => {
  const reviewId = await arrived()
  await reply(reviewId)
  world.start(['replies'])
  await until(async () => (await stateOf(reviewId)) === 'public')
  await world.stop()
  expect((await world.ask('DELETE', `${path(reviewId)}/reply`)).status).toBe(200)
  const gateway = world.gateway()
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  world.start(['replies'], {
    ...gateway,
    deleteReply: async (consent, of) => {
      asked.resolve()
      await answered.promise
      return gateway.deleteReply(consent, of)
    },
  })
  await asked.promise
  const words = 'We take comments like this seriously.'
  const early = await reply(reviewId, words)
  answered.resolve()
  expect([early.status, early.body.reason]).toEqual([409, 'conflict'])
  await until(async () => (await stateOf(reviewId)) === 'needsReply')
  expect((await reply(reviewId, words)).status).toBe(200)
  await until(async () => (await stateOf(reviewId)) === 'public')
  expect((await world.review(reviewId))?.reviewReply?.comment).toBe(words)
}, 120_000)

test('reply on its way stays when a pass finds its review gone, and is the draft when the review returns', async () => {
  const written = { reviewer: 'Theo K.', stars: 2, comment: 'A long wait.' }
  const reviewId = await arrived(written)
  await reply(reviewId)
  await world.sandbox.post('google/reviews/remove', { reviewId })
  await world.clinics.store.query(
    `update listing_locations set last_full_at = now() - interval '2 days', due_at = now() where id = $1`,
    [NORTHGATE],
  )
  world.start(['mirror'])
  await until(async () => (await kept(reviewId))?.state === 'removed')
  expect(await kept(reviewId)).toMatchObject({ state: 'removed', refused: OWN, due_at: null })
  await world.customer({ reviewId, ...written })
  await until(async () => (await world.review(reviewId)) !== undefined)
  expect((await world.review(reviewId))?.foyer).toMatchObject({ state: 'needsReply', draft: { comment: OWN } })
}, 120_000)

test('reply whose answer was lost is looked up and not made again', async () => {
  const reviewId = await arrived()
  await reply(reviewId)
  await world.behave({ answer: 'hang', times: 1, onlyChanges: true })
  world.start(['replies'], world.gateway(300))
  await until(async () => (await puts(reviewId)).length === 1)
  await until(async () => (await stateOf(reviewId)) === 'public')
  expect(await puts(reviewId)).toHaveLength(1)
})

test('reply of another that came first is kept, and both texts are shown', async () => {
  const reviewId = await arrived()
  await reply(reviewId)
  await world.customer({ reviewId, reply: 'Another tool says thanks.' })
  world.start(['replies'])
  await until(async () => (await stateOf(reviewId)) === 'overtaken')
  const review = await world.review(reviewId)
  expect([review?.reviewReply?.comment, review?.foyer.overtaken?.comment]).toEqual(['Another tool says thanks.', OWN])
  expect(await puts(reviewId)).toEqual([])
})

test('reply that Google rejects comes back with its cause, beside the draft of another', async () => {
  const reviewId = await arrived()
  await world.behave({ moderation: 'reject' })
  await reply(reviewId)
  await world.ask('POST', `${path(reviewId)}/draft`, { body: { comment: 'Another draft', seenDraft: 0 } })
  world.start(['replies', 'mirror'])
  await until(async () => (await stateOf(reviewId)) === 'rejected')
  const { foyer } = (await world.review(reviewId)) ?? {}
  expect(foyer?.refused).toMatchObject({ comment: OWN, violation: 'ADVERTISING_AND_SOLICITATION' })
  expect(foyer?.draft?.comment).toBe('Another draft')
})

test('reply that the lint blocks does not leave, by any way', async () => {
  const reviewId = await arrived()
  const answer = await reply(reviewId, 'We are sorry about your visit on Tuesday.')
  expect([answer.status, answer.body.reason]).toEqual([422, 'privacy'])
  expect(answer.body.data.proposal).toBe('We take comments like this seriously.')
  expect((await reply(reviewId, 'Thank you, Rosalind Carver.')).status).toBe(422)
  expect((await reply(reviewId, 'thank you rosalind carver')).status).toBe(422)
  const canned = { title: 'Bad', comment: 'Thank you for your visit!' }
  expect((await world.ask('POST', 'canned-replies/save', { body: canned })).status).toBe(422)
  world.start(['replies'])
  expect(await stateOf(reviewId)).toBe('needsReply')
  expect(await puts(reviewId)).toEqual([])
})

/** An admin's consent at Google; gives the way back from there. */
async function consent() {
  const { staff, url } = world.clinics
  const connected = await staff.sam.call('connectListings', { body: { organizationId: 'org_cedar' } })
  const google = await fetch(connected.data.address, { redirect: 'manual' })
  const back = new URL(google.headers.get('location') ?? '')
  return () =>
    fetch(`${url}${back.pathname}${back.search}`, { redirect: 'manual', headers: { cookie: staff.sam.cookie } })
}

const back = async () => (await (await consent())()).headers.get('location')
const CEDARS = 'accounts/900000000000000001'

/** The consents that are given back to Google. */
function countRevoked() {
  const asking = vi.spyOn(globalThis, 'fetch')
  return {
    revoked: () => asking.mock.calls.filter(([address]) => String(address).endsWith('/revoke')).length,
    [Symbol.dispose]: () => asking.mockRestore(),
  }
}

test('consent for several accounts with locations connects the one of before, or none and is given back', async () => {
  const account = async () =>
    (
      await world.clinics.store.query<{ account: string | null }>(
        `select account from listing_connections where organization_id = 'org_cedar'`,
      )
    )[0]?.account
  await world.behave({ accounts: 'several' })
  await disconnect()
  expect(await back()).toBe('/settings/listings?connected=1')
  expect(await account()).toBe(CEDARS)
  expect(await back()).toBe('/settings/listings?connected=1')
  await disconnect()
  await world.clinics.store.query(`update listing_locations set due_at = null where organization_id = 'org_cedar'`)
  using counted = countRevoked()
  expect(await back()).toBe('/settings/listings?problem=several_accounts')
  expect([await account(), counted.revoked()]).toEqual([null, 1])
  await world.behave({ accounts: 'one' })
  expect(await back()).toBe('/settings/listings?connected=1')
}, 120_000)

test('consent stays with Google when it does not answer an organization that is connected, and is given back else', async () => {
  using counted = countRevoked()
  const unanswered = async () => {
    await world.behave({ answer: 'error', times: 1 })
    expect(await back()).toBe('/settings/listings?problem=unanswered')
  }
  await unanswered()
  expect(counted.revoked()).toBe(0)
  await disconnect()
  await unanswered()
  // The first was the one of the connection.
  expect(counted.revoked()).toBe(2)
  expect(await back()).toBe('/settings/listings?connected=1')
}, 120_000)

test('consent leaves the pushes of an account to the program that has them, and says so', async () => {
  const own = { organizationId: 'org_cedar', refreshToken: 'sandbox-refresh-cedar' }
  const topic = async () => (await world.google()).topics[CEDARS]
  await world.gateway().setPushTopic(own, CEDARS, 'projects/other/topics/news')
  expect(await back()).toBe('/settings/listings?connected=1&push=elsewhere')
  expect(await topic()).toBe('projects/other/topics/news')
  await world.gateway().setPushTopic(own, CEDARS, '')
  expect(await back()).toBe('/settings/listings?connected=1')
  expect(await topic()).toBe(world.clinics.parts.config.google?.push.topic)
}, 120_000)

test('reply goes on when the consent is given again, and says meanwhile why it waits', async () => {
  const reviewId = await arrived()
  await reply(reviewId)
  await world.behave({ answer: 'unauthorized', times: 1 })
  world.start(['replies'])
  await until(async () => (await world.review(reviewId))?.foyer.problem === 'needs_consent')
  const callback = await consent()
  expect((await callback()).headers.get('location')).toBe('/settings/listings?connected=1')
  expect((await callback()).headers.get('location')).toBe('/settings/listings?problem=expired')
  await until(async () => (await stateOf(reviewId)) === 'public')
  expect(await puts(reviewId)).toHaveLength(1)
})

test('draft of an older state is refused, with the review as it is', async () => {
  const reviewId = await arrived()
  const save = (comment: string, seenDraft: number) =>
    world.ask('POST', `${path(reviewId)}/draft`, { body: { comment, seenDraft } })
  expect((await save('First', 0)).status).toBe(200)
  const stale = await save('Second', 0)
  expect([stale.status, stale.body.reason, stale.body.data.foyer.draft.comment]).toEqual([409, 'stale', 'First'])
  expect((await save('', 1)).body.review.foyer.draft).toBeNull()
})

const forbidden = (): GoogleGateway => ({
  ...world.gateway(),
  review: async () => ({
    outcome: 'refused',
    refusal: { status: 'PERMISSION_DENIED', message: 'Not yours.', fields: [] },
  }),
})

test('reply to a review that Google does not show us fails with its words, and a removal leaves the reply', async () => {
  const reviewId = await arrived()
  await reply(reviewId)
  world.start(['replies'], forbidden())
  await until(async () => (await stateOf(reviewId)) === 'failed')
  expect((await world.review(reviewId))?.foyer.refused).toMatchObject({ comment: OWN, message: 'Not yours.' })
  await world.stop()
  await reply(reviewId)
  world.start(['replies'])
  await until(async () => (await stateOf(reviewId)) === 'public')
  await world.stop()
  expect((await world.ask('DELETE', `${path(reviewId)}/reply`)).status).toBe(200)
  world.start(['replies', 'mirror'], forbidden())
  await until(async () => (await stateOf(reviewId)) === 'failed')
  expect((await world.review(reviewId))?.reviewReply?.comment).toBe(OWN)
})

test('reply that Google took no time for may still be withdrawn', async () => {
  const reviewId = await arrived()
  await reply(reviewId)
  await world.behave({ answer: 'tooMany', onlyChanges: true })
  world.start(['replies'])
  const row = async () =>
    (
      await world.clinics.store.query<{ not_taken: number; called_at: Date | null; leased_by: string | null }>(
        'select not_taken, called_at, leased_by from reviews where review_id = $1',
        [reviewId],
      )
    )[0]
  await until(async () => ((await row())?.not_taken ?? 0) > 0)
  await world.stop()
  expect(await row()).toMatchObject({ called_at: null, leased_by: null })
  expect((await world.ask('DELETE', `${path(reviewId)}/reply`)).status).toBe(200)
  expect(await stateOf(reviewId)).toBe('needsReply')
})

test('draft that the writer saw goes with the reply that came of it', async () => {
  const reviewId = await arrived()
  const saved = await world.ask('POST', `${path(reviewId)}/draft`, { body: { comment: 'First', seenDraft: 0 } })
  const { version } = saved.body.review.foyer
  const body = { comment: OWN, seenVersion: version }
  const answer = await world.ask('PUT', `${path(reviewId)}/reply`, { body })
  expect([answer.status, answer.body.foyer.review.foyer.draft]).toEqual([200, null])
})

test('reply with the whole name of a patient does not leave, however it is written', async () => {
  const reviewId = await arrived()
  await world.clinics.store.query(
    `update patients set first_name = 'Anne-Marie', last_name = 'De León' where (organization_id, id) in
       (select organization_id, id from patients where organization_id = 'org_cedar' order by id limit 1)`,
  )
  for (const name of ['anne marie de leon', 'Anne-Marie De León’s mother', 'ANNE-MARIE\nDE LEON'])
    expect((await reply(reviewId, `Thanks to ${name}`)).status, name).toBe(422)
})

test('reply to a location that left the connection fails with that cause, and Google is not asked', async () => {
  const reviewId = await arrived()
  await reply(reviewId)
  const { store } = world.clinics
  await store.query('update listing_locations set due_at = null where id = $1', [NORTHGATE])
  const asked: string[] = []
  const gateway = world.gateway()
  world.start(['replies'], {
    ...gateway,
    review: async (consent, of) => {
      asked.push(of.reviewId)
      return gateway.review(consent, of)
    },
  })
  await until(async () => (await kept(reviewId))?.due_at === null)
  expect(await kept(reviewId)).toEqual(notLeft)
  expect(asked).toEqual([])
})

const disconnect = () => world.clinics.staff.sam.call('disconnectListings', { body: { organizationId: 'org_cedar' } })

test('reply and removal on their way fail when an admin disconnects the listings, and do not leave with the next consent', async () => {
  const [waiting, standing, later] = [await arrived(), await arrived(), await arrived()]
  await reply(standing)
  world.start(['replies'])
  await until(async () => (await stateOf(standing)) === 'public')
  await world.stop()
  await world.ask('DELETE', `${path(standing)}/reply`)
  await reply(waiting)
  await disconnect()
  expect(await kept(waiting)).toEqual(notLeft)
  expect((await world.review(waiting))?.reviewReply).toBeUndefined()
  expect((await world.review(standing))?.reviewReply?.comment).toBe(OWN)
  const callback = await consent()
  expect((await callback()).headers.get('location')).toBe('/settings/listings?connected=1')
  world.start(['replies'])
  await reply(later)
  await until(async () => (await stateOf(later)) === 'public')
  expect([await stateOf(waiting), await stateOf(standing)]).toEqual(['failed', 'failed'])
  const { done } = await world.google()
  const left = done.filter(({ kind }) => kind === 'put' || kind === 'delete')
  expect(left.map(({ kind, name }) => [kind, name])).toEqual([
    ['put', standing],
    ['put', later],
  ])
})

test('reply that Google is asked to take while an admin disconnects the listings is settled as untold, and stays so', async () => {
  const reviewId = await arrived()
  await reply(reviewId)
  let calls = 0
  world.start(['replies'], {
    ...world.gateway(),
    putReply: async () => {
      await disconnect()
      calls += 1
      return { outcome: 'unknown' }
    },
  })
  await until(async () => calls === 1)
  await world.stop()
  expect(await kept(reviewId)).toEqual({
    ...notLeft,
    refused_message: 'This location is no longer connected. Google has not said whether it has the reply.',
  })
  expect((await world.review(reviewId))?.foyer.problem).toBeNull()
})

test('reply that is written after the listings were disconnected fails with that cause', async () => {
  const reviewId = await arrived()
  await disconnect()
  expect((await reply(reviewId)).status).toBe(200)
  world.start(['replies'])
  await until(async () => (await stateOf(reviewId)) === 'failed')
  expect(await kept(reviewId)).toEqual(notLeft)
})

const notLeft = {
  ...{ state: 'failed', refused: OWN, due_at: null, leased_by: null },
  refused_message: 'This location is no longer connected, so it did not leave.',
}

async function kept(reviewId: string): Promise<Kept | undefined> {
  const [row] = await world.clinics.store.query<Kept>(
    'select state, refused, refused_message, due_at, leased_by from reviews where review_id = $1',
    [reviewId],
  )
  return row
}

interface Kept {
  readonly state: string
  readonly refused: string | null
  readonly refused_message: string | null
  readonly due_at: Date | null
  readonly leased_by: string | null
}

test('reply in a language that the lint cannot read leaves if an admin keeps it as a canned reply, and then word for word alone', async () => {
  const reviewId = await arrived()
  const words = 'Cảm ơn {{reviewer}} . Спасибо за отзыв!'
  // As the screen fills it.
  const filled = 'Cảm ơn Theo. Спасибо за отзыв!'
  const save = (token: string, comment = words) =>
    world.ask('POST', 'canned-replies/save', { token, body: { title: 'Thanks', comment } })
  const { lena, sam } = world.clinics.listing
  const refused = await reply(reviewId, filled)
  expect([refused.status, refused.body.data.findings[0].rule]).toEqual([422, 'unread_language'])
  expect((await save(lena)).status).toBe(422)
  expect((await save(sam, `${words} spam@else.example`)).status).toBe(422)
  expect((await save(sam)).status).toBe(200)
  expect((await reply(reviewId, `${filled} Да.`)).status).toBe(422)
  expect((await reply(reviewId, filled)).status).toBe(200)
})
