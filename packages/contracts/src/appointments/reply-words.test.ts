import { expect, test } from 'vitest'
import { collisionsIn } from './reply-words.rules.ts'

test.each([
  ['Reply C to confirm or CANCEL to cancel.', 'CANCEL', 'Reply C to confirm or R to cancel.'],
  ['Reply CANCEL to cancel', 'CANCEL', 'Reply R to cancel'],
  ['Reply STOP to cancel your appointment', 'STOP', 'Reply R to cancel your appointment'],
  ['Reply YES to confirm, END to decline', 'END', 'Reply YES to confirm, R to decline'],
  ['Reply "quit" to reschedule', 'quit', 'Reply "R" to reschedule'],
  ['Reply 1 or cancel to cancel', 'cancel', 'Reply 1 or R to cancel'],
  ['Responda CANCEL para cancelar', 'CANCEL', 'Responda R para cancelar'],
  ['Reply with the word cancel if you cannot come', 'cancel', 'Reply with the word R if you cannot come'],
  ['Reply R to keep it or REVOKE to drop it', 'REVOKE', 'Reply R to keep it or N to drop it'],
])('collisionsIn finds the opt-out word and proposes another when a text says %j', (text, word, proposal) => {
  const [found, ...others] = collisionsIn(text)
  expect(others).toEqual([])
  expect(found).toMatchObject({ word, proposal })
  expect(text.slice(found!.from, found!.to)).toBe(word)
  expect(found!.message).toMatch(
    new RegExp(`^${word.toUpperCase()} stops all texts at the carrier. Ask for \\w+ instead.$`),
  )
  expect(collisionsIn(proposal), 'the proposal is free of collisions').toEqual([])
})

test.each([
  'Text STOP to opt out.',
  'Reply STOP to end texts',
  'Reply STOP',
  'To stop texts reply STOP',
  'Msg&data rates may apply. Reply STOP to cancel, HELP for help',
  'Reply STOP to unsubscribe or C to confirm',
  'Reply CANCEL to stop messages',
  'Call us to cancel.',
  'Reply C to confirm or call to cancel',
  'Reply R if you need to cancel',
  'Please reply to cancel your visit',
  'Text us to end your visit early',
  'Please send us a text at the end of the day',
  '',
])('collisionsIn finds nothing when a text says %j', (text) => {
  expect(collisionsIn(text)).toEqual([])
})

test('collisionsIn proposes one text without collisions when a text has two', () => {
  const [first] = collisionsIn('Reply CANCEL to cancel or QUIT to decline the visit')
  expect(collisionsIn(first!.proposal)).toEqual([])
})
