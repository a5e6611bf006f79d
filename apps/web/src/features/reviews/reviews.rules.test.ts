import { heldReview } from '@foyer/contracts/listings/collections.rules.ts'
import { type Review, reviewExample, summaryExample } from '@foyer/contracts/listings/reviews.ts'
import { describe, expect, test } from 'vitest'
import { fillCanned, lintOf } from './lint-facts.rules.ts'
import { lengthProblem, markedBy } from './reply.rules.ts'
import { countOf, isInView, wantedOf } from './review-filter.rules.ts'
import { commentOf, reviewerOf, stateWords } from './review-words.rules.ts'

const review = (foyer: Partial<Review['foyer']> = {}, facts: Partial<Review> = {}): Review => ({
  ...reviewExample,
  ...facts,
  foyer: { ...reviewExample.foyer, ...foyer },
})

describe('words of a review', () => {
  test('name an anonymous reviewer as a Google user [OPEN-003]', () => {
    expect(reviewerOf({ reviewer: { displayName: 'X', isAnonymous: true } })).toBe('A Google user')
    expect(reviewerOf({ reviewer: { displayName: ' ', isAnonymous: false } })).toBe('A Google user')
    expect(reviewerOf(reviewExample)).toBe('Patrick D.')
  })

  test('put the original before Google’s translation', () => {
    const comment = '(Translated by Google) Good doctor. (Original)\nBuen médico.'
    expect(commentOf({ comment })).toEqual({ text: 'Buen médico.', translation: 'Good doctor.' })
    expect(commentOf({ comment: 'Plain.' })).toEqual({ text: 'Plain.', translation: null })
  })

  test.each([
    ['needsReply', null, 'Needs a reply'],
    ['posting', null, 'Posting'],
    ['pending', null, 'Google is checking the reply'],
    ['public', 'Marcus Bell', 'Replied by Marcus'],
    ['public', null, 'Replied'],
    ['rejected', null, 'Google refused the reply'],
    ['overtaken', null, 'Another reply came first'],
    ['removed', null, 'Removed at Google'],
  ] as const)('say of state %s by %s: %s [REV-01]', (state, by, label) => {
    expect(stateWords(review({ state }), by).label).toBe(label)
  })

  test('say that the reviewer edited it after the reply', () => {
    expect(stateWords(review({ editedAfterReply: true }), null).label).toBe('Edited after your reply')
  })
})

describe('view of the list', () => {
  const wanted = wantedOf({ filter: 'needsReply', order: '', location: '', search: '' })

  test('reads the address, and takes the usual for what it does not know', () => {
    expect(wanted).toEqual({ filter: 'needsReply', orderBy: 'updateTime desc', locationId: null, search: '' })
    expect(wantedOf({ filter: 'x', order: 'rating', location: 'l', search: 'a' })).toMatchObject({
      ...{ filter: 'all', orderBy: 'rating', locationId: 'l' },
    })
  })

  test('leaves out what was answered, of another location, or without the words', () => {
    const own = heldReview(reviewExample)
    expect(isInView(own, wanted)).toBe(true)
    expect(isInView(heldReview(review({ state: 'posting' })), wanted)).toBe(false)
    expect(isInView(own, { ...wanted, locationId: 'other' })).toBe(false)
    expect(isInView(own, { ...wanted, search: 'PATRICK' })).toBe(true)
    expect(isInView(own, { ...wanted, search: 'parking' })).toBe(false)
  })

  test('counts its tabs for all locations, for one, and for none that it knows', () => {
    expect(countOf(summaryExample, 'needsReply', null)).toBe(7)
    expect(countOf(summaryExample, 'all', summaryExample.locations[0]?.locationId ?? '')).toBe(38)
    expect(countOf(summaryExample, 'all', 'other')).toBeNull()
  })
})

describe('text of a reply', () => {
  test('is marked where it has findings, also where they overlap', () => {
    const parts = markedBy('Sorry about your visit, Patrick.', [
      { from: 12, to: 22 },
      { from: 17, to: 22 },
    ])
    expect(parts.filter(({ named }) => named).map(({ text }) => text)).toEqual(['your visit'])
    expect(parts.map(({ text }) => text).join('')).toBe('Sorry about your visit, Patrick.')
  })

  test('is too long by its bytes [OPEN-055]', () => {
    expect(lengthProblem('a'.repeat(4096))).toBeNull()
    expect(lengthProblem('é'.repeat(2049))).not.toBeNull()
  })

  test('is blocked where it confirms a visit, and passes in the proposed wording [REV-01]', () => {
    const { findings, proposal } = lintOf('We are sorry about your visit on Tuesday.', { reviewer: 'Patrick D.' })
    expect(findings.some(({ level }) => level === 'block')).toBe(true)
    expect(lintOf(proposal ?? '', { reviewer: 'Patrick D.' }).findings).toEqual([])
    expect(lintOf('  ', { reviewer: null })).toEqual({ findings: [], proposal: null })
  })

  test('is filled from a canned reply, without a gap for an anonymous reviewer', () => {
    const [{ locationId = '' } = {}] = summaryExample.locations
    const connection = { locations: [{ _id: locationId, phone: '(512) 555-0100' }] } as unknown as Parameters<
      typeof fillCanned
    >[2]
    const words = 'Thank you, {{reviewer}}! Call {{location}} at {{phone}}.'
    expect(fillCanned(words, reviewExample, connection)).toBe(
      'Thank you, Patrick! Call Cedar Ridge Northgate at (512) 555-0100.',
    )
    const anonymous = review({}, { reviewer: { displayName: '', isAnonymous: true } })
    expect(fillCanned(words, anonymous, connection)).toBe('Thank you! Call Cedar Ridge Northgate at (512) 555-0100.')
  })
})
