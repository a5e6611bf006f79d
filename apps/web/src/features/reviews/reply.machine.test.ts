import { type Review, reviewExample } from '@foyer/contracts/listings/reviews.ts'
import { expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { CallError } from '../../api/call-error.ts'
import { type DraftRequest, type PostRequest, type RemoveRequest, replyMachine } from './reply.machine.ts'

const review = (foyer: Partial<Review['foyer']> = {}, facts: Partial<Review> = {}): Review => ({
  ...reviewExample,
  ...facts,
  foyer: { ...reviewExample.foyer, ...foyer },
})
const draft = (comment: string, by: string, version: number) => ({
  ...{ comment, by, version, byName: 'Dana Whitfield', at: '2026-11-19T15:00:00.000Z' },
})
const replied = (comment: string, state: Review['foyer']['state'] = 'public', version = 40) =>
  review({ state, version }, { reviewReply: { comment, updateTime: '2026-11-19T15:10:00.000Z' } })

interface Server {
  post?: (request: PostRequest) => Promise<Review>
  save?: (request: DraftRequest) => Promise<Review>
  remove?: (request: RemoveRequest) => Promise<void>
}

function start(first: Review, { post, save, remove }: Server = {}) {
  let made = 0
  const machine = replyMachine.provide({
    actors: {
      post: fromPromise<Review, PostRequest>(({ input }) => post?.(input) ?? new Promise(() => undefined)),
      save: fromPromise<Review, DraftRequest>(({ input }) => save?.(input) ?? new Promise(() => undefined)),
      remove: fromPromise<void, RemoveRequest>(({ input }) => remove?.(input) ?? new Promise(() => undefined)),
    },
  })
  const newId = () => `key${++made}`
  const actor = createActor(machine, { input: { newId, userId: 'usr_lena', review: first } }).start()
  const type = (text: string) => actor.send({ type: 'changed', text })
  return { actor, type, context: () => actor.getSnapshot().context, value: () => actor.getSnapshot().value }
}

test('reply begins with the shared draft when a review needs one, and stands closed when it has a reply [REV-01]', () => {
  const draftOfDana = review({ draft: draft('Thank you.', 'usr_dana', 12) })
  expect(start(draftOfDana).context()).toMatchObject({ text: 'Thank you.', seenDraft: 12, isDirty: false })
  expect(start(replied('Thank you.')).value()).toBe('closed')
})

test('reply begins with the text that Google refused when nobody has drafted another [REV-01]', () => {
  const refused = { comment: 'Half price!', at: '', by: 'usr_sam', byName: 'Sam', violation: 'SPAM', message: 'm' }
  expect(start(review({ state: 'rejected', refused })).context().text).toBe('Half price!')
  const both = review({ state: 'rejected', refused, draft: draft('Another.', 'usr_dana', 3) })
  expect(start(both).context().text).toBe('Another.')
})

test('reply is posted with the seen version, the colleague and one key for each try of the same text [REV-01] [CALL-LISTINGS-07]', async () => {
  const sent: PostRequest[] = []
  const { actor, type, value } = start(review(), {
    post: async (request) => {
      sent.push(request)
      if (sent.length === 1) throw new CallError(undefined, 503, { reason: 'unavailable' })
      return replied(request.text, 'posting')
    },
  })
  type('Thank you for telling us.')
  actor.send({ type: 'tell', who: 'usr_dana' })
  actor.send({ type: 'post' })
  await waitFor(actor, (state) => state.matches('refused'))
  actor.send({ type: 'post' })
  await waitFor(actor, (state) => state.matches('posted'))
  expect(sent.map(({ text, seenVersion, tell }) => ({ text, seenVersion, tell }))).toEqual([
    { text: 'Thank you for telling us.', seenVersion: 31, tell: 'usr_dana' },
    { text: 'Thank you for telling us.', seenVersion: 31, tell: 'usr_dana' },
  ])
  expect(sent[0]?.key).toBe(sent[1]?.key)
  expect(value()).toBe('posted')
})

test('reply of blanks is not posted', () => {
  const { actor, type, value } = start(review())
  type('  ')
  actor.send({ type: 'post' })
  expect(value()).toEqual({ writing: 'idle' })
})

test('reply takes a colleague’s draft when nothing was typed, and asks when something was [REV-01]', () => {
  const theirs = review({ draft: draft('Dana’s words', 'usr_dana', 35), version: 35 })
  const untouched = start(review())
  untouched.actor.send({ type: 'told', review: theirs })
  expect(untouched.context().text).toBe('Dana’s words')

  const typed = start(review())
  typed.type('My words')
  typed.actor.send({ type: 'told', review: theirs })
  expect(typed.value()).toEqual({ asking: 'stale' })
  expect(typed.context().text).toBe('My words')
  typed.actor.send({ type: 'keepMine' })
  expect(typed.context()).toMatchObject({ text: 'My words', seenDraft: 35, seenVersion: 35 })
  typed.actor.send({ type: 'told', review: theirs })
  expect(typed.value()).toEqual({ writing: 'idle' })
})

test('reply asks before it replaces one that a colleague posted meanwhile, and closes when theirs is taken [REV-01]', () => {
  const { actor, type, value, context } = start(review())
  type('My words')
  actor.send({ type: 'told', review: replied('Dana’s words', 'posting') })
  expect(value()).toEqual({ asking: 'overtaken' })
  expect(context().text).toBe('My words')
  actor.send({ type: 'takeTheirs' })
  expect(value()).toBe('closed')
})

test('reply asks with the review that the server answered when the post is stale [REV-01]', async () => {
  const { actor, type, context } = start(review(), {
    post: async () => {
      throw new CallError(undefined, 409, { reason: 'stale', data: replied('Dana’s words') })
    },
  })
  type('My words')
  actor.send({ type: 'post' })
  await waitFor(actor, (state) => state.matches({ asking: 'overtaken' }))
  expect(context().review.reviewReply?.comment).toBe('Dana’s words')
  actor.send({ type: 'keepMine' })
  expect(context()).toMatchObject({ text: 'My words', seenVersion: 40 })
})

test('reply asks with the draft that the server answered when the save is stale [REV-01]', async () => {
  const { actor, type, context } = start(review(), {
    save: async () => {
      throw new CallError(undefined, 409, { reason: 'stale', data: review({ draft: draft('Theirs', 'usr_dana', 36) }) })
    },
  })
  type('Mine')
  actor.send({ type: 'save' })
  await waitFor(actor, (state) => state.matches({ asking: 'stale' }))
  actor.send({ type: 'takeTheirs' })
  expect(context()).toMatchObject({ text: 'Theirs', seenDraft: 36, isDirty: false })
})

test('reply stays changed when more was typed while the draft was saved', async () => {
  let answer: (saved: Review) => void = () => undefined
  const { actor, type, context } = start(review(), {
    save: () =>
      new Promise<Review>((resolve) => {
        answer = resolve
      }),
  })
  type('One')
  actor.send({ type: 'save' })
  await vi.waitFor(() => expect(actor.getSnapshot().matches({ writing: 'saving' })).toBe(true))
  type('One and more')
  answer(review({ draft: draft('One', 'usr_lena', 33), version: 33 }))
  await waitFor(actor, (state) => state.matches({ writing: 'idle' }))
  expect(context()).toMatchObject({ text: 'One and more', isDirty: true, seenDraft: 33 })
})

test('reply keeps what the server alone found as long as the text is the refused one [REV-01]', async () => {
  const findings = [{ rule: 'names_person', level: 'block', from: 0, to: 5, why: 'This names a person.' }]
  const { actor, type, context } = start(review(), {
    post: async () => {
      throw new CallError(undefined, 422, { reason: 'privacy', data: { findings, proposal: 'Safe words.' } })
    },
  })
  type('Naomi, thank you')
  actor.send({ type: 'post' })
  await waitFor(actor, (state) => state.matches('refused'))
  expect(context().refusal).toEqual({ text: 'Naomi, thank you', findings, proposal: 'Safe words.' })
  type('Thank you')
  expect(actor.getSnapshot().matches('writing')).toBe(true)
})

test('reply opens again with its text when Google refuses it [REV-01]', async () => {
  const { actor, type, context, value } = start(review(), { post: async ({ text }) => replied(text, 'posting') })
  type('Half price for you')
  actor.send({ type: 'post' })
  await waitFor(actor, (state) => state.matches('posted'))
  const refused = {
    ...{ comment: 'Half price for you', at: '', by: 'usr_lena', byName: 'Lena', message: 'm' },
    violation: 'ADVERTISING_AND_SOLICITATION',
  }
  actor.send({ type: 'told', review: review({ state: 'rejected', refused, version: 50 }) })
  expect(value()).toEqual({ writing: 'idle' })
  expect(context().text).toBe('Half price for you')
})

test('reply is removed once, and shows that the removal is under way [CALL-LISTINGS-08]', async () => {
  const removed: RemoveRequest[] = []
  const { actor, context } = start(replied('Thank you.'), { remove: async (request) => void removed.push(request) })
  actor.send({ type: 'remove' })
  await waitFor(actor, (state) => state.matches('closed') && removed.length === 1)
  expect(context().review.foyer.state).toBe('removing')
})

test('reply that stands is edited from its own text, and left as it was when that is cancelled [REV-01]', () => {
  const { actor, context, value } = start(replied('Thank you.'))
  actor.send({ type: 'edit' })
  expect(context().text).toBe('Thank you.')
  actor.send({ type: 'cancel' })
  expect(value()).toBe('closed')
})

test('reply that is edited is not changed before something was typed, and stays open when it is told of [REV-01]', () => {
  const { actor, type, context, value } = start(replied('Thank you.'))
  actor.send({ type: 'edit' })
  expect(context().isDirty).toBe(false)
  actor.send({ type: 'told', review: replied('Thank you.', 'public', 41) })
  expect([value(), context().text]).toEqual([{ writing: 'idle' }, 'Thank you.'])
  type('Thank you very much.')
  actor.send({ type: 'told', review: replied('Thank you.', 'public', 42) })
  expect([value(), context().isDirty]).toEqual([{ writing: 'idle' }, true])
  actor.send({ type: 'told', review: replied('Another.', 'public', 43) })
  expect(value()).toEqual({ asking: 'overtaken' })
})

test('reply that was overtaken is edited from the text that was kept, which is to be saved [REV-01]', () => {
  const { actor, context } = start(replied('Theirs.', 'overtaken'))
  actor.send({ type: 'edit', text: 'Ours.' })
  expect(context()).toMatchObject({ text: 'Ours.', isDirty: true })
})
